// The texts of the position editor, which are loaded with it.
import type { Catalogue } from ".";
import { editor } from "./english/editor";

export const editorText: Catalogue["editor"] = editor;
