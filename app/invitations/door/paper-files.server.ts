import type { I18n } from '@lingui/core'
import type { Language } from '#app/kit/languages.ts'
import { wordsIn } from '#app/kit/words.ts'
import { catalogues } from '#app/locales/catalogues.server.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type Limit, takeTry } from '#app/platform/limits.server.ts'
import { pdfPages } from '#app/platform/pictures/pdf-pages.server.ts'
import { signingKey } from './keys.server.ts'
import { paperAnswer, paperAsked, paperOf } from './paper.server.ts'
import { cardPages } from './paper-cards.server.ts'
import { listPages } from './paper-list.server.ts'

// The paper files as served; undefined if there is no such part or occasion.

type Wanted = { gathering: { id: string; slug: string }; personId: string; query: URLSearchParams }

/** How many paper files a person may generate. */
const limits = (personId: string): Limit[] => [{ name: 'paper', key: personId, times: 20, seconds: 600 }]

/** Makes guests' passes as cards to cut out, in the language of the invitation. */
export async function cardsFile(db: Db, wanted: Wanted & { origin: string }): Promise<Response | undefined> {
  const { gathering, personId, query, origin } = wanted
  await takeTry(limits(personId))
  const paper = await paperOf(db, paperAsked(gathering.id, query))
  if (!paper) return undefined
  const { id, title, language } = paper.occasion
  const words = wordsIn(language, catalogues[language])
  const pages = cardPages({ ...paper, key: await signingKey(db, id), origin, words })
  return paperAnswer(`${gathering.slug}-cards`, pdfPages(pages, { title, language }))
}

type Reader = { words: I18n; language: Language; whole: boolean }

/** Makes the list of guests by name with boxes to tick, in the language of the person who prints it. */
export async function listFile(db: Db, { gathering, personId, query, ...reader }: Wanted & Reader) {
  await takeTry(limits(personId))
  const paper = await paperOf(db, paperAsked(gathering.id, query))
  if (!paper) return undefined
  const told = { title: paper.occasion.name, language: reader.language }
  return paperAnswer(`${gathering.slug}-list`, pdfPages(listPages({ ...paper, ...reader }), told))
}
