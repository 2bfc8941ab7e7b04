import { msg } from '@lingui/core/macro'
import { csvAnswer } from '#app/kit/csv.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Wanted } from '#app/office/wanted.ts'
import type { Db } from '#app/platform/db.server.ts'
import { allPages } from '#app/platform/listing.server.ts'
import { failedJobs, jobsAsked } from './jobs.server.ts'

const heads = [msg`Number`, msg`Job`, msg`Tries`, msg`Since`, msg`Tried last`, msg`What went wrong`]

/** The failed jobs that the page shows, all of them, as a table for a spreadsheet. */
export function jobsCsv(db: Db, { query, words, language }: Wanted & { language: Language }): Response {
  const asked = jobsAsked(query)
  async function* pages() {
    const page = async (after: string | null) => {
      const { jobs, next } = await failedJobs(db, { ...asked, list: { ...asked.list, after } }, 1000)
      return { rows: jobs, next }
    }
    for await (const jobs of allPages(page))
      yield jobs.map(({ id, name, tries, since, last, error }) => [
        ...[id, name, tries, momentIn(language, since), momentIn(language, last), error],
      ])
  }
  return csvAnswer(
    'failed-jobs',
    heads.map((head) => words._(head)),
    pages(),
  )
}
