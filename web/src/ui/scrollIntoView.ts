// Scrolls a box to its current item, only if that is out of view; to the top if there is none.
export function scrollIntoView(box: HTMLElement, current: HTMLElement | null): void {
  const frame = box.getBoundingClientRect();
  const item = current?.getBoundingClientRect();
  if (!item) box.scrollTop = 0;
  else if (item.top < frame.top || item.bottom > frame.bottom) box.scrollTop += item.top - frame.top - frame.height / 2;
}
