import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { giveRights } from '#app/platform/postgres/rights.server.ts'
import { onServer } from './on-server.ts'
import { withMistake } from './plant.ts'
import { type Planted, planted } from './planted.ts'
import { quickFolder } from './quick-disk.ts'

/**
 * One Postgres for all test files of a run, with a migrated database that each file takes a copy of. A run inside another
 * one, with a mistake planted, uses what that one has: TEST_DATABASES says where.
 */
export default async function setup(project: TestProject) {
  const outer = process.env.TEST_DATABASES
  const mistake = planted[Number(project.config.env.PLANTED)]
  const { provided, stop } = outer ? await within(JSON.parse(outer) as Databases, mistake) : await testDatabases()
  project.provide('postgres', provided.postgres)
  project.provide('role', provided.role)
  project.provide('template', provided.template)
  return stop
}

/** `postgres`: the server’s address without a database: postgres://user:password@host:port. `role`: as what the product acts. */
export type Databases = { postgres: string; role: string; template: string }
type Opened = { provided: Databases; stop: () => Promise<void> }

/** A server of its own, that keeps nothing. */
export async function testDatabases(): Promise<Opened> {
  const home = quickFolder('harambee-test-')
  own(home, databaseUser(home))
  const server = await startPostgres({ place: path.join(home, 'postgres'), durable: false, env: clock() })
  const postgres = server.url.slice(0, server.url.lastIndexOf('/'))
  const provided = await templateOn(postgres)
  const stop = async () => {
    await server.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { provided, stop }
}

/** What moves the clock of a program, see scripts/nightly.ts: the database goes by the same one. */
const clock = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(LD_PRELOAD$|FAKETIME)/.test(name)))

/** The server and the template of the run around this one; a template of its own where a mistake is in the migrations. */
async function within(outer: Databases, mistake?: Planted): Promise<Opened> {
  const migrations = mistake && plantedMigrations(mistake)
  if (!migrations) return { provided: outer, stop: async () => {} }
  const provided = await templateOn(outer.postgres, migrations)
  const stop = () => onServer(outer.postgres, `drop database ${provided.template} with (force)`)
  return { provided, stop }
}

async function templateOn(postgres: string, migrations?: string): Promise<Databases> {
  const template = `template_${randomUUID().replaceAll('-', '')}`
  await onServer(postgres, `create database ${template}`)
  await migrate(`${postgres}/${template}`, migrations)
  if (migrations) rmSync(migrations, { recursive: true })
  const role = await giveRights(`${postgres}/${template}`)
  if (!role) throw new Error('the tests act as the product does, and their database allows no second role')
  return { postgres, role, template }
}

/** A copy of the migrations where a mistake is planted into one of them. */
function plantedMigrations(mistake: Planted): string | undefined {
  const folder = path.resolve('db/migrations')
  const files = readdirSync(folder).map((name) => ({ name, text: readFileSync(path.join(folder, name), 'utf8') }))
  const changed = files.map(({ name, text }) => ({ name, text: withMistake(mistake, path.join(folder, name), text) }))
  if (changed.every(({ text }, at) => text === files[at]!.text)) return undefined
  const planted = mkdtempSync(path.join(os.tmpdir(), 'harambee-migrations-'))
  for (const { name, text } of changed) writeFileSync(path.join(planted, name), text)
  return planted
}

declare module 'vitest' {
  interface ProvidedContext extends Databases {}
}
