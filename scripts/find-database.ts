import { existsSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databasePlace } from '#app/platform/postgres/place.server.ts'
import { runningPostgres, startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { inWords, problems, settings } from '#app/platform/settings/settings.server.ts'

/** A person who misspelt DATABASE_URL means another database than the one that comes along. */
export function refuseMisspelt(): void {
  const wrong = problems.find(({ name }) => name === 'DATABASE_URL')
  if (wrong) throw new Error(inWords(wrong))
}

/** The database of the settings; else our own, whether it runs now or not, migrated unless asked otherwise. */
export async function findDatabase({ migrated = true } = {}): Promise<{ url: string; stop(): Promise<void> }> {
  refuseMisspelt()
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => {} }
  if (!existsSync(path.join(settings.DATA_DIR, 'postgres')))
    throw new Error(`There is no database in ${settings.DATA_DIR} yet: npm start makes it.`)
  const place = databasePlace(settings.DATA_DIR)
  const running = runningPostgres(place)
  if (running) return { url: running.url, stop: async () => {} }
  const own = await startPostgres({ place, onWait: (line) => console.log(line) })
  if (migrated) await migrate(own.url)
  return own
}
