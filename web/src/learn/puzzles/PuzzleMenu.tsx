// The menu of the puzzles: rating, puzzle of the day, mix, streak, storm, themes and difficulties.
import type { ComponentChildren } from "preact";
import { RULE_BOOKS } from "../../core/ruleBooks";
import { puzzleText as words } from "../../text/puzzles";
import type { PuzzleMenu as Menu, PuzzleFilter } from "../../wire/learn";
import type { Page } from "../../ui/page";
import { Segmented } from "../../ui/Segmented";
import { LearnPage } from "../LearnPage";
import type { PuzzleTask } from "../../place/place";
import type { PuzzleBook } from "./puzzleBook";
import { RatingChart } from "./RatingChart";
import { usePuzzleBook } from "./usePuzzleBook";

export function PuzzleMenu({ page }: { page: Page }) {
  const { book, failed, load } = usePuzzleBook();
  return (
    <LearnPage page={page} title={words.title}>
      {book.value ? (
        <MenuOf page={page} book={book.value} />
      ) : failed.value ? (
        <LoadFailed retry={load} />
      ) : (
        <p class="empty">{words.loading}</p>
      )}
    </LearnPage>
  );
}

export function LoadFailed({ retry }: { retry: () => void }) {
  return (
    <div class="said said-error" role="alert">
      <p>{words.notLoaded}</p>
      <button type="button" onClick={retry}>
        {words.tryAgain}
      </button>
    </div>
  );
}

function MenuOf({ page, book }: { page: Page; book: PuzzleBook }) {
  const menu = book.menu();
  const go = (task: PuzzleTask) => () => page.go({ kind: "puzzles", task });
  const solve = (filter: PuzzleFilter) => go({ kind: "filter", filter });
  return (
    <>
      <ProgressError book={book} />
      <div class="puzzle-head">
        <Rating menu={menu} />
        <BookSwitch book={book} />
      </div>
      <div class="puzzle-cards">
        <Card title={words.mix} act={solve({ kind: "mix" })} primary>
          {words.mixText}
        </Card>
        <Card title={words.daily} act={go({ kind: "daily" })}>
          {menu.isDailyDone ? words.dailyDone : words.dailyText}
        </Card>
        {menu.due > 0 && (
          <Card title={words.review} act={solve({ kind: "review" })}>
            {words.reviewText(menu.due)}
          </Card>
        )}
        <Card title={words.streak} act={go({ kind: "run", run: "streak" })} best={menu.bestStreak}>
          {words.streakText}
        </Card>
        <Card title={words.storm} act={go({ kind: "run", run: "storm" })} best={menu.bestStorm}>
          {words.stormText}
        </Card>
      </div>
      <h3>{words.byTheme}</h3>
      <ul class="puzzle-themes">
        {menu.themes.map(({ theme, solved, puzzles }) => (
          <li key={theme}>
            <button type="button" onClick={solve({ kind: "theme", theme })}>
              <b>{words.theme(theme)}</b>
              <small>{words.themeCount(solved, puzzles)}</small>
            </button>
          </li>
        ))}
      </ul>
      <h3>{words.byRating}</h3>
      <ul class="puzzle-themes">
        {Object.entries(words.ratings).map(([rating, label]) => (
          <li key={rating}>
            <button type="button" onClick={solve({ kind: "rating", rating: Number(rating) })}>
              <b>{label}</b>
              <small>{rating}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What went wrong with the stored progress. */
export function ProgressError({ book }: { book: PuzzleBook }) {
  const error = book.error.value;
  return error && <p class="said said-error">{words[error]}</p>;
}

function Rating({ menu }: { menu: Menu }) {
  return (
    <div class="puzzle-rating">
      <p>
        <small>{words.yourRating}</small>
        <b>{menu.rating ?? words.unsettled}</b>
      </p>
      <RatingChart points={menu.points} />
      <p class="hint-text">{words.progress(menu.solved, menu.tried)}</p>
    </div>
  );
}

function BookSwitch({ book }: { book: PuzzleBook }) {
  return (
    <Segmented
      label={words.book}
      segments={RULE_BOOKS.map((value) => ({ value, label: words.books[value] ?? value }))}
      value={book.book.value}
      choose={(next) => book.setBook(next)}
    />
  );
}

interface CardProps {
  readonly title: string;
  readonly act: () => void;
  readonly primary?: boolean;
  readonly best?: number;
  readonly children: ComponentChildren;
}

function Card({ title, act, primary = false, best = 0, children }: CardProps) {
  return (
    <button type="button" class={primary ? "puzzle-card primary" : "puzzle-card"} onClick={act}>
      <b>{title}</b>
      <span>{children}</span>
      {best > 0 && <small>{words.best(best)}</small>}
    </button>
  );
}
