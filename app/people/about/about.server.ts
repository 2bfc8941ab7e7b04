import { sql } from 'kysely'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { type Language, languages } from '#app/kit/languages.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { type AboutName, aboutNames, aboutTexts } from './about.ts'
import { fees, help, privacy, terms, withdrawals } from './drafts.server.ts'

/** The text of each page until an operator writes another. */
export const drafts: Record<AboutName, Record<Language, string>> = { fees, withdrawals, help, privacy, terms }

export type AboutPage = {
  name: AboutName
  language: Language
  body: string
  /** When the operator wrote the text; null for the first draft. */
  at: Date | null
}

/** Returns the current text of a page in a language. */
export const aboutPage = async (db: Db, name: AboutName, language: Language): Promise<AboutPage> =>
  pageOf(name, language, await newestOf(db, name, language))

/** Returns every page in every language, for admins. */
export async function aboutPages(db: Db): Promise<AboutPage[]> {
  const rows = await db
    .selectFrom('about_pages')
    .distinctOn(['name', 'language'])
    .select(['name', 'language', 'body', 'at'])
    .orderBy('name')
    .orderBy('language')
    .orderBy('id', 'desc')
    .execute()
  return aboutNames.flatMap((name) =>
    (Object.keys(languages) as Language[]).map((language) =>
      pageOf(
        name,
        language,
        rows.find((row) => row.name === name && row.language === language),
      ),
    ),
  )
}

const pageOf = (name: AboutName, language: Language, row: Newest | undefined): AboutPage => ({
  name,
  language,
  body: row?.body ?? drafts[name][language],
  at: row?.body ? row.at : null,
})

type Written = {
  name: AboutName
  language: Language
  /** Null restores the first draft. */
  body: string | null
  by: Actor
  why: string
}

/** Changes the text of a page. The previous text stays in the table, and the audit log says who changed it and why. */
export async function writeAbout(db: Db, { name, language, body, by, why }: Written): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Serialises saves: if two administrators save at once, the second is compared with the first.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`about ${name} ${language}`}, 0))`.execute(tx)
    const before = (await newestOf(tx, name, language))?.body ?? null
    if (before === body) throw new Refusal(aboutTexts.unchanged, { status: 422, field: 'body' })
    await tx.insertInto('about_pages').values({ name, language, body, by: by.id, why }).execute()
    const [was, is] = [factsOf(before), factsOf(body)]
    await record(tx, {
      by,
      act: 'page changed',
      noun: 'page',
      subject: `${name} ${language}`,
      before: was,
      after: is,
      why,
    })
  })
}

const factsOf = (body: string | null) => ({ byDefault: body === null, letters: body?.length ?? 0 })

type Newest = { body: string | null; at: Date }

const newestOf = (db: Db, name: AboutName, language: Language) =>
  db
    .selectFrom('about_pages')
    .where('name', '=', name)
    .where('language', '=', language)
    .select(['body', 'at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
