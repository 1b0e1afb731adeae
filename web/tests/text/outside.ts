// Finds texts for people in the sources of the page that are not in the catalogue.
import ts from "typescript";

/** Attributes and properties whose value is shown or read aloud. */
const TEXT_NAMES = new Set([
  "alt",
  "aria-description",
  "aria-label",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "details",
  "label",
  "legend",
  "message",
  "note",
  "placeholder",
  "summary",
  "text",
  "title",
]);

/** Functions whose arguments are shown. */
const TEXT_FUNCTIONS = new Set([
  "errorMessage",
  "showMessage",
  "showError",
  "#showError",
  "alert",
  "confirm",
  "prompt",
]);

/** Properties of the document or an element that are shown when they are assigned. */
const TEXT_PROPERTIES = new Set(["alt", "ariaLabel", "innerHTML", "innerText", "placeholder", "textContent", "title"]);

/** The texts that stand outside the catalogue, as `line: text`. */
export function textsOutside(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const add = (node: ts.Node, words: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push(`${line + 1}: ${words.trim().replaceAll(/\s+/g, " ")}`);
  };
  const visit = (node: ts.Node): void => {
    for (const literal of shownLiterals(node)) {
      const words = wordsOf(literal);
      if (words !== null) add(literal, words);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The literals that a node shows. */
function shownLiterals(node: ts.Node): readonly ts.Node[] {
  if (ts.isJsxText(node)) return [node];
  if (ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent)) return literalsOf(node.expression);
  if (ts.isJsxAttribute(node) && TEXT_NAMES.has(node.name.getText())) {
    const { initializer } = node;
    if (initializer === undefined) return [];
    return ts.isJsxExpression(initializer) ? literalsOf(initializer.expression) : literalsOf(initializer);
  }
  if (ts.isPropertyAssignment(node) && TEXT_NAMES.has(nameOf(node.name))) return literalsOf(node.initializer);
  if (ts.isCallExpression(node) && TEXT_FUNCTIONS.has(calledName(node.expression))) {
    return node.arguments.flatMap(literalsOf);
  }
  if (isAssignment(node) && ts.isPropertyAccessExpression(node.left) && TEXT_PROPERTIES.has(node.left.name.text)) {
    return literalsOf(node.right);
  }
  return [];
}

function isAssignment(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken;
}

/** The string literals that an expression may evaluate to. */
function literalsOf(node: ts.Expression | undefined): readonly ts.Node[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return [node];
  if (ts.isConditionalExpression(node)) return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return literalsOf(node.expression);
  if (ts.isBinaryExpression(node)) return binaryLiterals(node);
  if (ts.isArrayLiteralExpression(node)) return node.elements.flatMap(literalsOf);
  return [];
}

/** Comparisons evaluate to no text; `a && b` shows b. */
function binaryLiterals({ left, operatorToken, right }: ts.BinaryExpression): readonly ts.Node[] {
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return literalsOf(right);
    case ts.SyntaxKind.PlusToken:
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
      return [...literalsOf(left), ...literalsOf(right)];
    default:
      return [];
  }
}

/** The text of a literal if it has a word: two letters in a row, outside substitutions. */
function wordsOf(node: ts.Node): string | null {
  const words = ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" … ")
    : (node as ts.JsxText | ts.StringLiteralLike).text;
  return /\p{L}{2}/u.test(words) ? words : null;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : "";
}

function calledName(called: ts.Expression): string {
  if (ts.isPropertyAccessExpression(called)) return called.name.text;
  return ts.isIdentifier(called) ? called.text : "";
}
