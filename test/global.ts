import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#app/platform/migrate.server.ts'
import { startPostgres } from '#app/platform/postgres.server.ts'
import { databaseUser, own } from '#app/platform/postgres-place.server.ts'

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
  await migrate(`${server}/template_harambee`)
  project.provide('postgres', server)
  return async () => {
    await postgres.stop()
    rmSync(home, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's address without a database: postgres://user:password@host:port */
    postgres: string
  }
}
