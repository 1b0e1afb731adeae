// Confetti at the end of the tour. Without motion it is only a row of pieces.
const PIECES = 18;

export function Celebration() {
  return (
    <div class="celebration" aria-hidden="true">
      {Array.from({ length: PIECES }, (_, at) => (
        <i key={at} style={{ "--at": at / (PIECES - 1), "--late": ((at * 7) % PIECES) / PIECES }} />
      ))}
    </div>
  );
}
