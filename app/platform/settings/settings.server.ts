import { existsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { helpPage } from '#app/kit/choices.ts'
import type { Words } from '#app/kit/says.ts'
import { missingOfMpesa, mpesaOf, mpesaTable, wrongOfMpesa } from '#app/platform/mpesa/mpesa-settings.server.ts'
import { isExposed, paymentTable } from '#app/platform/paystack/payment-settings.server.ts'
import { s3Missing, s3Of, storageTable } from '#app/platform/pictures/storage-settings.server.ts'
import { usualWebs } from '#app/platform/processes/plan.ts'
import { smsMissing, smsTable } from '#app/platform/sms/sms-settings.server.ts'
import { edgeTable } from './edge-settings.server.ts'
import { address, flagSetting, mailbox, origin, redisAddress, whole } from './setting-kinds.server.ts'

// THE SETTINGS: the whole configuration in one table, read once. Nothing else reads the environment. Every setting has
// a default that works on a laptop. Each line here is in .env.example too. Words are marked by hand, because scripts
// read this file as it is, without the word macros.

const table = {
  NODE_ENV: {
    about: /*i18n*/ { id: 'How the product runs: as built (production), with hot reload (development) or in tests.' },
    expected: /*i18n*/ { id: 'production, development or test' },
    value: z.enum(['production', 'development', 'test']).default('production'),
  },
  PORT: {
    about: /*i18n*/ { id: 'The port the server listens on.' },
    expected: /*i18n*/ { id: 'a whole number from 0 to 65535' },
    value: whole(0, 65535).default(3000),
  },
  HOST: {
    about: /*i18n*/ { id: 'The network address the server listens on.' },
    expected: /*i18n*/ { id: 'an IP address or a host name, such as 127.0.0.1 or 0.0.0.0' },
    value: z
      .string()
      .regex(/^[\w.:-]+$/)
      .optional(),
  },
  APP_URL: {
    about: /*i18n*/ {
      id: 'The address people open. Links in emails lead there, and forms are accepted only from there.',
    },
    expected: /*i18n*/ { id: 'an address without a path, such as https://harambee.example' },
    value: origin.optional(),
  },
  TRUST_PROXY: {
    about: /*i18n*/ {
      id: 'How many of your proxies are in front of the server and are trusted to name the visitor’s address.',
    },
    expected: /*i18n*/ { id: 'a whole number from 0 to 9' },
    value: whole(0, 9).default(0),
  },
  ...edgeTable,
  DATA_DIR: {
    about: /*i18n*/ {
      id: 'The folder for everything that is kept: the built-in database, pictures, the generated secret.',
    },
    expected: /*i18n*/ { id: 'a folder that the server may write to' },
    value: z.string().default('data'),
  },
  DATABASE_URL: {
    about: /*i18n*/ { id: 'The Postgres database (15 or newer) that holds everything.' },
    expected: /*i18n*/ {
      id: 'the address of a database that answers, such as postgres://name:password@host:5432/harambee',
    },
    value: address('postgres:', 'postgresql:').optional(),
  },
  DATABASE_POOL_URL: {
    about: /*i18n*/ { id: 'The same database through a pooler in transaction mode, for what visitors ask.' },
    expected: /*i18n*/ { id: 'the address of a pooler, such as postgres://name:password@host:6432/harambee' },
    value: address('postgres:', 'postgresql:').optional(),
  },
  DATABASE_READ_URL: {
    about: /*i18n*/ { id: 'A replica of the database, for reports and files that may be five seconds old.' },
    expected: /*i18n*/ { id: 'the address of a replica, such as postgres://name:password@host:5433/harambee' },
    value: address('postgres:', 'postgresql:').optional(),
  },
  MIGRATE: {
    about: /*i18n*/ {
      id: 'Whether a start applies the migrations that the database lacks. With 0 it waits, not ready, until npm run db:migrate has.',
    },
    expected: /*i18n*/ { id: '1 or 0' },
    value: flagSetting.default(true),
  },
  REDIS_URL: {
    about: /*i18n*/ {
      id: 'A Redis or Valkey by which many machines hear what has changed, and count what is asked often. Set it on all of them, and on those that do the jobs first.',
    },
    expected: /*i18n*/ {
      id: 'the address of a Redis, such as redis://name:password@host:6379, or of its Sentinels, such as redis+sentinel://:password@host1,host2,host3/harambee',
    },
    value: redisAddress.optional(),
  },
  ...storageTable,
  AUTH_SECRET: {
    about: /*i18n*/ { id: 'Signs sessions. Anyone who knows it can sign in as any person.' },
    expected: /*i18n*/ { id: 'at least 32 characters nobody can guess' },
    value: z.string().min(32).optional(),
  },
  AUTH_SECRET_PREVIOUS: {
    about: /*i18n*/ {
      id: 'The secret before this one, while it is changed: what it signed or sealed is still accepted. It signs nothing new.',
    },
    expected: /*i18n*/ { id: 'at least 32 characters nobody can guess' },
    value: z.string().min(32).optional(),
  },
  DOCUMENTS_KEY: {
    about: /*i18n*/ {
      id: 'Seals photos of papers that organisers show to administrators. With another key, photos that wait can not be opened.',
    },
    expected: /*i18n*/ { id: 'at least 32 characters nobody can guess' },
    value: z.string().min(32).optional(),
  },
  SESSION_SECONDS: {
    about: /*i18n*/ { id: 'How long a person stays signed in without coming back, in seconds.' },
    expected: /*i18n*/ { id: 'a whole number from 10 to 31536000' },
    value: whole(10, 31_536_000).default(604_800),
  },
  ADMIN_EMAIL: {
    about: /*i18n*/ { id: 'The person who confirms this email address becomes an administrator.' },
    expected: /*i18n*/ { id: 'one email address' },
    value: z.email().optional(),
  },
  ADMIN_TWO_FACTOR: {
    about: /*i18n*/ {
      id: 'Administrators have to use two-factor sign-in before they get into the back office. Without it, they have to where payments are real.',
    },
    expected: /*i18n*/ { id: '1 or 0' },
    value: flagSetting.optional(),
  },
  SMTP_URL: {
    about: /*i18n*/ { id: 'The mail server that sends our emails. Without it they stay in the built-in mailbox.' },
    expected: /*i18n*/ { id: 'the address of a mail server, such as smtps://name:password@host:465' },
    value: address('smtp:', 'smtps:').optional(),
  },
  MAIL_FROM: {
    about: /*i18n*/ { id: 'The sender of our emails.' },
    expected: /*i18n*/ { id: 'an email address, such as Harambee <no-reply@harambee.example>' },
    value: mailbox.optional(),
  },
  ...paymentTable,
  ...mpesaTable,
  ...smsTable,
  SUPPORT_URL: {
    about: /*i18n*/ { id: 'Where Talk to Support leads. Without it, the Help page.' },
    expected: /*i18n*/ { id: 'an address that begins with mailto: or https:' },
    value: address('mailto:', 'https:').optional(),
  },
  ROLE: {
    about: /*i18n*/ { id: 'What this process does: answer visitors (web), do the jobs (worker), or both (all).' },
    expected: /*i18n*/ { id: 'web, worker or all' },
    value: z.enum(['web', 'worker', 'all']).default('all'),
  },
  WEB_PROCESSES: {
    about: /*i18n*/ {
      id: 'How many processes answer visitors. With more than one, another one does the jobs. On Linux only.',
    },
    expected: /*i18n*/ { id: 'a whole number from 1 to 64' },
    value: whole(1, 64).optional(),
  },
  VIEWS_KEEP_MONTHS: {
    about: /*i18n*/ { id: 'For how many months at most each view of a drive is kept. How many there were stays.' },
    expected: /*i18n*/ { id: 'a whole number from 2 to 120' },
    value: whole(2, 120).default(13),
  },
  LOG_LEVEL: {
    about: /*i18n*/ { id: 'How much is written to the log.' },
    expected: /*i18n*/ { id: 'debug, info, warn, error or silent' },
    value: z.enum(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  },
  LOG_FORMAT: {
    about: /*i18n*/ {
      id: 'How a line of the log is written. Without it, as text on a terminal, where only warnings and errors are shown, and as JSON everywhere else.',
    },
    expected: /*i18n*/ { id: 'json or text' },
    value: z.enum(['json', 'text']).optional(),
  },
  METRICS_TOKEN: {
    about: /*i18n*/ { id: 'Programs must send it to read /metrics. Without it, only this machine may read them.' },
    expected: /*i18n*/ { id: 'at least 16 characters nobody can guess' },
    value: z.string().min(16).optional(),
  },
  HARAMBEE_DEMO: {
    about: /*i18n*/ {
      id: 'Allows example people with a known password, the built-in mailbox and pretended payments on a public address.',
    },
    expected: /*i18n*/ { id: '1 or 0' },
    value: flagSetting.default(false),
  },
} satisfies Record<string, { about: Words; expected: Words; value: z.ZodType }>

export type SettingName = keyof typeof table
type Values = { [Name in SettingName]: z.output<(typeof table)[Name]['value']> }
/** A setting that is missing or wrong: its name, its purpose, and the value expected. */
export type Problem = { name: SettingName; is: 'missing' | 'wrong'; about: Words; expected: Words }
export type Settings = ReturnType<typeof derived>

export const settingNames = Object.keys(table) as SettingName[]
export const problemWith = (name: SettingName, is: Problem['is']): Problem => {
  const { about, expected } = table[name]
  return { name, is, about, expected }
}

/** Reads all settings at once; a wrong one is reported and its default used, so that the server can say which is wrong. */
export function readSettings(env: Record<string, string | undefined>): { settings: Settings; problems: Problem[] } {
  const problems: Problem[] = []
  const values = settingNames.map((name) => {
    const text = env[name]?.trim() || undefined
    const read = table[name].value.safeParse(text)
    if (read.success) return [name, read.data]
    problems.push(problemWith(name, 'wrong'))
    return [name, table[name].value.parse(undefined)]
  })
  const settings = derived(Object.fromEntries(values) as Values)
  const wrong = new Set(problems.map(({ name }) => name))
  if (isExposed(settings)) problems.push(problemWith('PAYSTACK_URL', 'wrong'))
  for (const name of wrongOfMpesa(settings)) problems.push(problemWith(name, 'wrong'))
  for (const name of missing(settings)) if (!wrong.has(name)) problems.push(problemWith(name, 'missing'))
  return { settings, problems }
}

/** Computes what follows from the settings, in one place. */
function derived(values: Values) {
  const { APP_URL, HARAMBEE_DEMO, DATABASE_URL, SMTP_URL, NODE_ENV } = values
  /** True when visitors from beyond this machine are expected. */
  const isPublic = APP_URL !== undefined && !isHere(new URL(APP_URL).hostname)
  /** True when defaults that are safe only on a laptop are not allowed. */
  const strict = isPublic && NODE_ENV === 'production' && !HARAMBEE_DEMO
  /** True if payments go through the sandboxes, which move no real money. A key of either provider ends all pretence. */
  const pretends = values.PAYSTACK_SECRET_KEY === undefined && values.DARAJA_KEY === undefined && !strict
  return {
    ...values,
    DATA_DIR: path.resolve(values.DATA_DIR),
    // Without a public address only this machine is listened to: the password of the example people is in the README.
    HOST: values.HOST ?? (isPublic && NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    SUPPORT_URL: values.SUPPORT_URL ?? `${APP_URL ?? `http://localhost:${values.PORT}`}${helpPage}`,
    ...logOf(values),
    ...senderOf(values),
    /** True if the operator has set a support address. */
    supportSet: values.SUPPORT_URL !== undefined,
    isPublic,
    /** True at a public address that is no demo: there nothing is claimed that nobody has checked. */
    isForReal: isPublic && !HARAMBEE_DEMO,
    strict,
    /** True if mails stay in the mailbox, which everybody can read at /sandbox/mailbox. */
    sandbox: SMTP_URL === undefined && !strict,
    pretends,
    // A stolen password must not be enough where it leads to real money.
    ADMIN_TWO_FACTOR: values.ADMIN_TWO_FACTOR ?? !pretends,
    mpesa: mpesaOf(values),
    /** True if users of this machine may control the sandbox. On a public address a proxy's requests would seem to be theirs. */
    steersSandbox: !(isPublic && NODE_ENV === 'production'),
    /** True if the first start makes example people and content. Never in a database that the operator supplied. */
    examples: HARAMBEE_DEMO || (!isPublic && DATABASE_URL === undefined),
    /** True if cookies are for https only. */
    secure: APP_URL?.startsWith('https:') ?? false,
    /** The object storage for pictures, when that is not the disk. */
    s3: s3Of(values),
    ...workOf(values),
  }
}

/** The sender of emails. `mailFromSet`: the operator has named one. */
const senderOf = ({ MAIL_FROM }: Values) => ({
  MAIL_FROM: MAIL_FROM ?? 'no-reply@harambee.test',
  mailFromSet: MAIL_FROM !== undefined,
})

/** The log. `logLevelSet`: the operator has said how much is written. */
const logOf = ({ LOG_LEVEL, NODE_ENV }: Values) => ({
  LOG_LEVEL: LOG_LEVEL ?? (NODE_ENV === 'test' ? ('silent' as const) : ('info' as const)),
  logLevelSet: LOG_LEVEL !== undefined,
})

/** The work of this machine. `webs`: the number of processes that answer visitors, one where only one may listen at a port. */
function workOf({ ROLE, NODE_ENV, WEB_PROCESSES }: Values) {
  const mayBeMany = ROLE !== 'worker' && NODE_ENV === 'production' && process.platform === 'linux'
  return {
    answers: ROLE !== 'worker',
    works: ROLE !== 'web',
    webs: mayBeMany ? (WEB_PROCESSES ?? usualWebs(os.availableParallelism())) : 1,
  }
}

const isHere = (host: string) =>
  host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host)

/** Returns the settings that the others make necessary. */
function missing(settings: Settings): SettingName[] {
  const names: SettingName[] = []
  // Migrations, jobs and the connection for live updates need a session.
  if (settings.DATABASE_POOL_URL && !settings.DATABASE_URL) names.push('DATABASE_URL')
  if (settings.strict && !settings.AUTH_SECRET) names.push('AUTH_SECRET')
  if (settings.strict && !settings.DOCUMENTS_KEY) names.push('DOCUMENTS_KEY')
  if (settings.strict && !settings.SMTP_URL) names.push('SMTP_URL')
  if ((settings.strict || settings.DARAJA_KEY) && !settings.PAYSTACK_SECRET_KEY) names.push('PAYSTACK_SECRET_KEY')
  names.push(...missingOfMpesa(settings))
  if ((settings.SMTP_URL || settings.strict) && !settings.mailFromSet) names.push('MAIL_FROM')
  names.push(...smsMissing(settings))
  names.push(...s3Missing(settings))
  if (settings.EDGE_PURGE_URLS && !settings.EDGE_PURGE_TOKEN) names.push('EDGE_PURGE_TOKEN')
  return names
}

/** Describes a problem for a terminal, one line a setting. */
export const inWords = ({ name, is, about, expected }: Problem) =>
  `${name} is ${is}: expected ${expected.id}. ${about.id}`

// The environment takes precedence over the file .env.
if (process.env.NODE_ENV !== 'test' && existsSync('.env')) process.loadEnvFile('.env')

export const { settings, problems } = readSettings(process.env)

/** The origin of links in mails. Never taken from a request: the requester of a mail could make it up. */
export const publicAddress = (): string => settings.APP_URL ?? `http://localhost:${settings.PORT}`
