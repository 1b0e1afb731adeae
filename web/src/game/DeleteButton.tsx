// Deletes a game or a study after a question, which leads back to the list.
import { dialogText } from "../text/dialogs";
import { IconButton } from "../ui/Button";
import type { PlayPage } from "./page";

const words = dialogText.games;

interface DeleteButtonProps {
  page: PlayPage;
  /** The question. */
  title: string;
  name: string;
  remove: () => void | Promise<void>;
}

export function DeleteButton({ page, title, name, remove }: DeleteButtonProps) {
  const back = (): void => page.openDialog("games");
  const act = async (): Promise<void> => {
    await remove();
    back();
  };
  const ask = (): void =>
    page.ask({
      kind: "confirm",
      title,
      text: words.askDeleteText(name),
      buttons: [
        { label: words.delete, tone: "danger", act: () => void act() },
        { label: words.keep, act: back },
      ],
    });
  return <IconButton icon="trash" label={words.deleteNamed(name)} onClick={ask} />;
}
