import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { runningPostgres } from '#app/platform/postgres/postgres.server.ts'
import { freshFolder, type Product, startReady } from '#test/product.ts'
import { ensureBuild } from './build.ts'

// npm run admin -- someone@example.org

beforeAll(() => ensureBuild())

function admin(dataDir: string, ...words: string[]) {
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/admin.ts', ...words], {
    env,
    encoding: 'utf8',
  })
  return { status, said: stdout + stderr }
}

async function rolesOf(product: Product) {
  const client = new pg.Client(runningPostgres(fs.realpathSync(path.join(product.dataDir, 'postgres')))!.url)
  await client.connect()
  const { rows } = await client.query(
    `select email, role, granted_by from user_roles join users on users.id = user_id order by email`,
  )
  await client.end()
  return rows
}

test('a confirmed person becomes an administrator, whether the product runs or not [T297]', async () => {
  const product = await startReady()
  const before = await rolesOf(product)
  expect(before.map((row) => row.email)).toEqual(['admin@harambee.test'])
  const made = admin(product.dataDir, 'Owner@harambee.test')
  expect(made).toMatchObject({
    status: 0,
    said: expect.stringContaining('owner@harambee.test is an administrator now'),
  })
  expect(made.said).toContain('"audit":"admin granted"')
  expect(await rolesOf(product)).toContainEqual({ email: 'owner@harambee.test', role: 'admin', granted_by: 'command' })
  product.child.kill('SIGTERM')
  await product.ended
  expect(admin(product.dataDir, 'owner@harambee.test')).toMatchObject({ status: 0 })
  expect(admin(product.dataDir, 'stranger@example.org')).toEqual({
    status: 1,
    said: 'Nobody has signed up as stranger@example.org. Sign up first, then run this again.\n',
  })
})

test('nobody named, nobody confirmed, no database: each is said in a sentence', { tags: ['night'] }, async () => {
  const nothing = path.join(freshFolder(), 'data')
  expect(admin(nothing)).toMatchObject({ status: 1, said: expect.stringContaining('npm run admin -- someone@') })
  expect(admin(nothing, 'a@b.example')).toMatchObject({ status: 1, said: expect.stringContaining('no database') })
  const product = await startReady()
  const client = new pg.Client(runningPostgres(fs.realpathSync(path.join(product.dataDir, 'postgres')))!.url)
  await client.connect()
  await client.query(`insert into users (email) values ('new@example.org')`)
  await client.end()
  expect(admin(product.dataDir, 'new@example.org')).toMatchObject({
    status: 1,
    said: expect.stringContaining('new@example.org is not confirmed yet'),
  })
  expect((await rolesOf(product)).map((row) => row.email)).toEqual(['admin@harambee.test'])
})
