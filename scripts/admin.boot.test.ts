import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ask, freshFolder, type Product, quit, startReady } from '#test/product.ts'
import { runCommand } from '#test/run-command.ts'
import { ensureBuild } from './build.ts'

// npm run admin -- someone@example.org

beforeAll(() => ensureBuild())

const admin = (dataDir: string, ...words: string[]) => runCommand('admin', words, { DATA_DIR: dataDir })

const examples = [{ email: 'admin@harambee.test' }, { email: 'second@harambee.test' }]
const rolesOf = (product: Product) =>
  ask(product, 'select email, role, granted_by from user_roles join users on users.id = user_id order by email')

test('a confirmed person becomes an administrator, whether the product runs or not [T297]', async () => {
  const product = await startReady()
  expect(await rolesOf(product)).toMatchObject(examples)
  const made = await admin(product.dataDir, 'Owner@harambee.test')
  expect(made).toMatchObject({
    status: 0,
    said: expect.stringContaining('owner@harambee.test is an administrator now'),
  })
  expect(made.said).toContain('"audit":"admin granted"')
  expect(await rolesOf(product)).toContainEqual({ email: 'owner@harambee.test', role: 'admin', granted_by: 'command' })
  await quit(product)
  expect(await admin(product.dataDir, 'owner@harambee.test')).toMatchObject({ status: 0 })
  expect(await admin(product.dataDir, 'stranger@example.org')).toEqual({
    status: 1,
    said: 'Nobody has signed up as stranger@example.org. Sign up first, then run this again.\n',
  })
})

test('nobody named, nobody confirmed, no database: each is said in a sentence', { tags: ['night'] }, async () => {
  const nothing = path.join(freshFolder(), 'data')
  expect(await admin(nothing)).toMatchObject({ status: 1, said: expect.stringContaining('npm run admin -- someone@') })
  expect(await admin(nothing, 'a@b.example')).toMatchObject({ status: 1, said: expect.stringContaining('no database') })
  const product = await startReady()
  await ask(product, `insert into users (email) values ('new@example.org')`)
  expect(await admin(product.dataDir, 'new@example.org')).toMatchObject({
    status: 1,
    said: expect.stringContaining('new@example.org is not confirmed yet'),
  })
  expect(await rolesOf(product)).toMatchObject(examples)
})
