import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { giveRights } from '#app/platform/postgres/rights.server.ts'
import { withMistake } from './plant.ts'

/** One Postgres for all test files of a run, with a migrated database that each file takes a copy of. */
export default async function setup(project: TestProject) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'harambee-test-'))
  own(home, databaseUser(home))
  const postgres = await startPostgres({ place: path.join(home, 'postgres'), durable: false })
  const client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create database template_harambee')
  await client.end()
  const server = postgres.url.slice(0, postgres.url.lastIndexOf('/'))
  await migrate(`${server}/template_harambee`, migrationsIn(home))
  const role = await giveRights(`${server}/template_harambee`)
  if (!role) throw new Error('the tests act as the product does, and their database allows no second role')
  project.provide('postgres', server)
  project.provide('role', role)
  return async () => {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

/** The product's own, unless a mistake is planted into one of them. */
function migrationsIn(home: string): string | undefined {
  const folder = path.resolve('db/migrations')
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  const changed = files.map(({ name, text }) => ({ name, text: withMistake(path.join(folder, name), text) }))
  if (changed.every(({ text }, at) => text === files[at]!.text)) return undefined
  const planted = path.join(home, 'migrations')
  mkdirSync(planted)
  for (const { name, text } of changed) writeFileSync(path.join(planted, name), text)
  return planted
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address without a database: postgres://user:password@host:port */
    postgres: string
    /** Whom the product acts as. */
    role: string
  }
}
