/**
 * Splits a SQL file into its statements, so that each can be run, and named, alone. Knows comments, quoted text and
 * $tag$ bodies; a function with a body of `begin atomic` must be written with $$ instead.
 */
export function statementsOf(text: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [part] of text.matchAll(parts)) {
    if (part !== ';') current += part
    else {
      statements.push(current)
      current = ''
    }
  }
  return [...statements, current].map(withoutLeadingComments).filter((statement) => statement !== '')
}

const parts = new RegExp(
  [
    String.raw`--[^\n]*`,
    String.raw`/\*[\s\S]*?\*/`,
    String.raw`[eE]'(?:[^'\\]|\\[\s\S]|'')*'`,
    "'(?:[^']|'')*'",
    '"(?:[^"]|"")*"',
    String.raw`\$(\w*)\$[\s\S]*?\$\1\$`,
    // A word may contain a $, so it is matched whole: a$b$ opens nothing.
    String.raw`[\p{L}_][\p{L}\d_$]*(?!')`,
    String.raw`[\s\S]`,
  ].join('|'),
  'gu',
)

const withoutLeadingComments = (statement: string) =>
  statement.replace(/^(\s+|--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/)+/, '').trim()
