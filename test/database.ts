import { randomUUID } from 'node:crypto'
import { afterAll, inject, vi } from 'vitest'
import { choiceNames } from '#app/kit/choices.ts'
import { type Db, db, openPool, useDatabase } from '#app/platform/db.server.ts'
import { providers } from '#app/platform/providers/provider.server.ts'
import { isChosen, isFeeChanged } from '#app/platform/settings/choices.server.ts'
import { onServer } from './on-server.ts'
import { nameProvider } from './scripted-provider.ts'

/**
 * A database for this test file alone, copied from the migrated template. The product's `db` points to it, and acts as the
 * product does; as its owner only where a test breaks something that the product could not.
 */
export async function testDatabase({ asOwner = false } = {}): Promise<Db> {
  const url = await copyOfTemplate()
  const pool = openPool(url, 10, asOwner ? undefined : inject('role'))
  // Hundreds who call at once wait in line here for as long as a busy machine takes.
  pool.options.connectionTimeoutMillis = 60_000
  useDatabase(pool)
  if (providers().length === 0) nameProvider()
  afterAll(async () => {
    // An operator's choice and a line for live updates stay in memory: the files after this one import their own modules.
    if (isFeeChanged() || choiceNames.some(isChosen) || (await isListenedTo(url))) vi.resetModules()
    await pool.end()
    await dropDatabase(url)
  })
  return db
}

/** True while the product's modules listen to this database, which is about to be dropped: they would hear of no other. */
const isListenedTo = async (url: string): Promise<boolean> => {
  const lines = await onServer(
    inject('postgres'),
    `select from pg_stat_activity where datname = '${nameOf(url)}' and application_name = 'harambee live'`,
  )
  return lines.length > 0
}

/** A copy of the template as an address, for tests that open or lose it by themselves. Drop it afterwards. */
export async function copyOfTemplate(): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(inject('postgres'), `create database ${name} template ${inject('template')} strategy file_copy`)
  return `${inject('postgres')}/${name}`
}

/** A database with nothing in it. */
export async function emptyDatabase(): Promise<string> {
  const name = `t_${randomUUID().replaceAll('-', '')}`
  await onServer(inject('postgres'), `create database ${name}`)
  return `${inject('postgres')}/${name}`
}

export const dropDatabase = (url: string) =>
  onServer(inject('postgres'), `drop database if exists ${nameOf(url)} with (force)`)

const nameOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
