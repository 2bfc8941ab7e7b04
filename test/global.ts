import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { giveRights } from '#app/platform/postgres/database.server.ts'
import { migrate } from '#app/platform/postgres/migrate.server.ts'
import { databaseUser, own } from '#app/platform/postgres/place.server.ts'
import { startPostgres } from '#app/platform/postgres/postgres.server.ts'
import { withMutation } from './mutate.ts'
import { type Mutation, mutations } from './mutations.ts'
import { onServer } from './on-server.ts'
import { quickFolder } from './quick-disk.ts'

/**
 * One Postgres for all test files of a run, with a migrated database that each file takes a copy of. A run inside another
 * one, with a mutation, uses what that one has: TEST_DATABASES says where.
 */
export default async function setup(project: TestProject) {
  const outer = process.env.TEST_DATABASES
  const mutation = mutations[Number(project.config.env.MUTATION)]
  const { provided, stop } = outer ? await within(JSON.parse(outer) as Databases, mutation) : await testDatabases()
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
  // Else Postgres plans a statement five times on each connection before it keeps a plan: half of its work here.
  await onServer(postgres, 'alter role current_user set plan_cache_mode = force_generic_plan')
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

/** The server and the template of the run around this one; a template of its own where a mutation is in the schema. */
async function within(outer: Databases, mutation?: Mutation): Promise<Opened> {
  const folder = mutation && mutatedSchema(mutation)
  if (!folder) return { provided: outer, stop: async () => {} }
  const provided = await templateOn(outer.postgres, folder)
  const stop = async () => void (await onServer(outer.postgres, `drop database ${provided.template} with (force)`))
  return { provided, stop }
}

async function templateOn(postgres: string, folder?: string): Promise<Databases> {
  const template = `template_${randomUUID().replaceAll('-', '')}`
  await onServer(postgres, `create database ${template}`)
  await migrate(`${postgres}/${template}`, folder)
  if (folder) rmSync(folder, { recursive: true })
  const role = await giveRights(`${postgres}/${template}`)
  if (!role) throw new Error('the tests act as the product does, and their database allows no second role')
  return { postgres, role, template }
}

/** A folder with the mutated schema, if the mutation is in the schema. */
function mutatedSchema(mutation: Mutation): string | undefined {
  const file = path.resolve('db/schema.sql')
  const text = readFileSync(file, 'utf8')
  const changed = withMutation(mutation, file, text)
  if (changed === text) return undefined
  const folder = mkdtempSync(path.join(os.tmpdir(), 'harambee-schema-'))
  writeFileSync(path.join(folder, 'schema.sql'), changed)
  return folder
}

declare module 'vitest' {
  interface ProvidedContext extends Databases {}
}
