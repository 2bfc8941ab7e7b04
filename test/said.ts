import { readFileSync } from 'node:fs'

type Filled = Record<string, string | number>
/** `context`: of the catalogue, where one English text has several translations. */
export type Say = (english: string, filled?: Filled, context?: string) => string

/** What the product says for an English text in this language, with what is filled in. A text that it has not is a mistake of the test. */
export function sayIn(language: 'en' | 'sw'): Say {
  const texts = textsIn(readFileSync(`app/locales/${language}.po`, 'utf8').replaceAll('{brand}', 'Harambee'))
  return (english, filled = {}, context) => {
    const said = texts.get(context ? `${context}: ${english}` : english)
    if (!said) throw new Error(`the product does not say '${english}'`)
    return ofMany(said, filled).replace(/\{(\w+)\}/g, (_, name: string) => String(filled[name] ?? `{${name}}`))
  }
}

/** Of a text for one and for many, the one for many. */
const ofMany = (text: string, filled: Filled) =>
  text.replace(/\{(\w+), plural, .*other \{([^}]*)\}\}/g, (_, name: string, many: string) =>
    many.replace('#', String(filled[name])),
  )

function textsIn(catalogue: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const entry of catalogue.split('\n\n')) {
    const [context, id, text] = [partOf(entry, 'msgctxt'), partOf(entry, 'msgid'), partOf(entry, 'msgstr')]
    if (!id || !text) continue
    if (context) texts.set(`${context}: ${id}`, text)
    if (!texts.has(id)) texts.set(id, text)
  }
  return texts
}

/** A text may go on in the lines below it. */
function partOf(entry: string, name: string): string {
  const [, quoted = ''] = new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm').exec(`${entry}\n`) ?? []
  return quoted
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as string)
    .join('')
}
