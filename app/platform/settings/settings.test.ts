import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sentinelsIn } from './setting-kinds.server.ts'
import { inWords, readSettings, settingNames } from './settings.server.ts'

const publicly = { NODE_ENV: 'production', APP_URL: 'https://harambee.example' }
const wrongIn = (env: Record<string, string>) => readSettings(env).problems.map(({ name, is }) => `${name} ${is}`)

describe('settings', () => {
  test('no settings at all are a laptop with everything built in [T392]', () => {
    const { settings, problems } = readSettings({})
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ HOST: '127.0.0.1', PORT: 3000, sandbox: true, examples: true, strict: false })
    expect(settings).toMatchObject({ NODE_ENV: 'production', TRUST_PROXY: 0, SESSION_SECONDS: 604_800, ROLE: 'all' })
    expect(settings.DATA_DIR).toBe(`${process.cwd()}/data`)
  })

  test('an empty setting counts as left out', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ' }).problems).toEqual([])
  })

  test('every mistake is reported at once, by name, with what is expected and what it is for', () => {
    const { settings, problems } = readSettings({
      PORT: '80a',
      APP_URL: 'harambee.example',
      DATABASE_URL: 'mysql://localhost/x',
      TRUST_PROXY: 'yes',
      AUTH_SECRET: 'short',
      ROLE: 'boss',
      SUPPORT_URL: 'javascript:alert(1)',
      SMTP_URL: 'mail.example',
    })
    const names = ['PORT', 'APP_URL', 'TRUST_PROXY', 'DATABASE_URL', 'AUTH_SECRET', 'SMTP_URL', 'SUPPORT_URL', 'ROLE']
    expect(problems.map(({ name }) => name)).toEqual(names)
    expect(inWords(problems[0]!)).toBe(
      'PORT is wrong: expected a whole number from 0 to 65535. The port the server listens on.',
    )
    expect(settings.PORT).toBe(3000)
  })

  test('a wrong value never is in what is reported', () => {
    const { problems } = readSettings({ DATABASE_URL: 'postgress://me:hunter2@db/x', AUTH_SECRET: 'hunter2' })
    expect(problems).toHaveLength(2)
    expect(JSON.stringify(problems) + problems.map(inWords).join()).not.toContain('hunter2')
  })

  test('on a public address the defaults meant for laptops are refused [T339]', () => {
    expect(wrongIn(publicly)).toEqual(
      ['AUTH_SECRET', 'DOCUMENTS_KEY', 'SMTP_URL', 'PAYSTACK_SECRET_KEY', 'MAIL_FROM'].map((name) => `${name} missing`),
    )
    const { settings } = readSettings(publicly)
    expect(settings).toMatchObject({ sandbox: false, examples: false, strict: true, HOST: '0.0.0.0', secure: true })
  })

  test('a demonstration on a public address may keep them [T403]', () => {
    const { settings, problems } = readSettings({ ...publicly, HARAMBEE_DEMO: '1' })
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ sandbox: true, examples: true, strict: false })
  })

  test('a public address with real parts is fine, and has no example people and no mailbox [T401]', () => {
    const real = { AUTH_SECRET: 'x'.repeat(32), SMTP_URL: 'smtp://mail.example:25', MAIL_FROM: 'H <a@b.example>' }
    const key = { PAYSTACK_SECRET_KEY: 'sk_live_0123456789', DOCUMENTS_KEY: 'y'.repeat(32) }
    const { settings, problems } = readSettings({ ...publicly, ...real, ...key })
    expect(problems).toEqual([])
    expect(settings).toMatchObject({ sandbox: false, examples: false })
  })

  test('a mail server needs a sender', () => {
    expect(wrongIn({ SMTP_URL: 'smtp://mail.example:25' })).toEqual(['MAIL_FROM missing'])
  })

  test('of object storage every part is needed; what is missing is named, and nothing of its secret told [T398]', () => {
    const all = {
      S3_ENDPOINT: 'https://s3.example',
      S3_REGION: 'auto',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'hunter2',
    }
    expect(readSettings({}).settings.s3).toBeUndefined()
    const { settings, problems } = readSettings({ ...all, S3_PREFIX: 'a/b' })
    expect(problems).toEqual([])
    expect(settings.s3).toMatchObject({ bucket: 'pictures', prefix: 'a/b/', pathStyle: true })
    for (const name of Object.keys(all)) {
      const { [name]: _, ...rest } = all as Record<string, string>
      expect(wrongIn(rest)).toEqual([`${name} missing`])
      expect(JSON.stringify(readSettings(rest).problems)).not.toContain('hunter2')
    }
    const wrong = { S3_ENDPOINT: 'ftp://x', S3_BUCKET: 'UPPER', S3_PREFIX: '../x' }
    expect(wrongIn({ ...all, ...wrong })).toEqual(Object.keys(wrong).map((name) => `${name} wrong`))
  })

  test('localhost under any name is not a public address', () => {
    for (const host of ['localhost:3000', '127.0.0.1', '[::1]:8080', 'harambee.localhost'])
      expect(wrongIn({ NODE_ENV: 'production', APP_URL: `http://${host}` })).toEqual([])
  })

  test('an address with a path, a query or a password is no APP_URL', () => {
    for (const url of ['https://a.example/app', 'https://a.example/?x', 'https://u:p@a.example', 'ftp://a.example'])
      expect(wrongIn({ APP_URL: url })).toEqual(['APP_URL wrong'])
    expect(readSettings({ ...publicly, APP_URL: 'https://A.example:443/' }).settings.APP_URL).toBe('https://a.example')
  })

  test('administrators sign in with two factors where payments are real, unless the operator says otherwise [T1071]', () => {
    const duty = (env: Record<string, string>) => readSettings(env).settings.ADMIN_TWO_FACTOR
    const real = { PAYSTACK_SECRET_KEY: 'sk_live_0123456789' }
    expect([duty({}), duty({ ...publicly, HARAMBEE_DEMO: '1' })]).toEqual([false, false])
    expect([duty(publicly), duty(real), duty({ DARAJA_KEY: 'a'.repeat(24) })]).toEqual([true, true, true])
    expect([duty({ ...real, ADMIN_TWO_FACTOR: '0' }), duty({ ADMIN_TWO_FACTOR: '1' })]).toEqual([false, true])
  })

  test("a person's own database gets no example people [T397]", () => {
    expect(readSettings({ DATABASE_URL: 'postgres://localhost/mine' }).settings.examples).toBe(false)
  })

  test('a small machine has one process for everything; so has one that only does the jobs, and one that is developed on', () => {
    const webs = (env: Record<string, string>) => readSettings(env).settings.webs
    const mayBeMany = process.platform === 'linux'
    expect(webs({ WEB_PROCESSES: '5' })).toBe(mayBeMany ? 5 : 1)
    expect(webs({ WEB_PROCESSES: '5', ROLE: 'web' })).toBe(mayBeMany ? 5 : 1)
    expect(webs({ WEB_PROCESSES: '5', ROLE: 'worker' })).toBe(1)
    expect(webs({ WEB_PROCESSES: '5', NODE_ENV: 'development' })).toBe(1)
    for (const wrong of ['0', '65', 'all', '2.5', '-1'])
      expect(wrongIn({ WEB_PROCESSES: wrong })).toEqual(['WEB_PROCESSES wrong'])
  })

  test('a pooler stands beside the database, never in its place', () => {
    const pooler = { DATABASE_POOL_URL: 'postgres://localhost:6432/mine' }
    expect(wrongIn(pooler)).toEqual(['DATABASE_URL missing'])
    expect(wrongIn({ ...pooler, DATABASE_URL: 'postgres://localhost/mine' })).toEqual([])
  })

  test('.env.example explains every setting, and no other; with every value taken it is understood', () => {
    const example = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8')
    const explained = [...example.matchAll(/(#.*\n)+?# ([A-Z\d_]+)=/g)].map((found) => found[2])
    expect(explained).toEqual(settingNames)
    const env = Object.fromEntries(
      [...example.matchAll(/^# ([A-Z\d_]+)=(.*)$/gm)].map(([, name, value]) => [name, value!]),
    )
    expect(wrongIn({ ...env, HARAMBEE_DEMO: '1' })).toEqual([])
  })
})

test('a live key is sent over https only, and to no sandbox [T323]', () => {
  const key = { PAYSTACK_SECRET_KEY: 'sk_live_12345678' }
  expect(wrongIn(key)).toEqual([])
  for (const PAYSTACK_URL of ['http://api.paystack.co', 'https://harambee.example/sandbox/paystack'])
    expect(wrongIn({ ...key, PAYSTACK_URL })).toEqual(['PAYSTACK_URL wrong'])
  const pretended = { PAYSTACK_SECRET_KEY: 'sk_test_12345678', PAYSTACK_URL: 'http://127.0.0.1:1/sandbox/paystack' }
  expect(wrongIn(pretended)).toEqual([])
})

test('Redis is one server, or the primary that Sentinels know [T1660]', () => {
  expect(sentinelsIn('redis+sentinel://:p%40ss@10.0.0.41:26380,redis2,redis3/harambee')).toEqual({
    sentinels: [
      { host: '10.0.0.41', port: 26_380 },
      { host: 'redis2', port: 26_379 },
      { host: 'redis3', port: 26_379 },
    ],
    name: 'harambee',
    username: undefined,
    password: 'p@ss',
  })
  for (const REDIS_URL of ['redis://h:6379', 'rediss://me:pw@h', 'redis+sentinel://h1/harambee'])
    expect(wrongIn({ REDIS_URL })).toEqual([])
  for (const REDIS_URL of [
    'redis+sentinel://h1,h2',
    'redis+sentinel:///harambee',
    'redis+sentinel://h1,,h2/harambee',
    'h:6379',
  ])
    expect(wrongIn({ REDIS_URL })).toEqual(['REDIS_URL wrong'])
})
