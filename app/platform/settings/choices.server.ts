import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { defaultBrand, setBrand } from '#app/kit/brand.ts'
import { type ChoiceName, type Choices, choiceNames, choices, helpPage } from '#app/kit/choices.ts'
import { brandStyle } from '#app/kit/colour.ts'
import { usualFeeBps } from '#app/kit/fee.ts'
import { kes } from '#app/kit/money.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { log } from '#app/platform/log.server.ts'
import { settings } from './settings.server.ts'

// The operators' choices on the Settings page, on top of the environment. Cached in memory, because nearly every page
// asks; read again every two seconds, so that a change soon reaches every process.

/** A figure that nobody counted: a laptop or a demo may show it, a server that people use may not. */
const exampleOnly = (figure: string): string => (settings.isForReal ? '' : figure)

/** The values where nobody chose: from the environment, or ours. */
export const defaults = (): Choices => ({
  VIEWS_PAYWALL: 'on',
  VIEW_LOCK: 'closes',
  USD_KES_RATE: settings.USD_KES_RATE,
  BRAND_NAME: defaultBrand.name,
  BRAND_COLOUR: defaultBrand.colour,
  BRAND_LOGO: '',
  SUPPORT_URL: settings.SUPPORT_URL,
  LANDING_FIGURES: settings.isForReal ? 'counted' : 'spec',
  LANDING_RAISED: exampleOnly('10M+'),
  LANDING_CAMPAIGNS: exampleOnly('50K+'),
  LANDING_COUNTRIES: exampleOnly('15+'),
  SUPPORT_CLAIM: settings.isForReal ? 'off' : 'on',
  NEW_METHOD_HOLD_HOURS: settings.NEW_METHOD_HOLD_HOURS,
  SECOND_ADMIN_ABOVE: kes(settings.SECOND_ADMIN_ABOVE ?? Number.POSITIVE_INFINITY),
  SENT_BEFORE_IDENTITY: kes(settings.isForReal ? 100_000 : Number.POSITIVE_INFINITY),
  DONATIONS_A_MINUTE: 300,
  PROMPTS_IN_TEN_MINUTES: 600,
  COMMENTS_IN_TEN_MINUTES: 300,
  VISITS_AN_HOUR: 300,
  SIGN_UPS_AN_HOUR: 300,
  WITHDRAWALS_AN_HOUR: 5,
  SMS_A_DAY: 1000,
  GUEST_TEXTS_A_DAY: 1000,
  UPDATE_TEXTS_A_DAY: 300,
  CODES_A_DAY: 2000,
  SIGN_UP_CODES_A_DAY: 1000,
  SMS_GIFTS_FROM: kes(100),
  REFUND_DAYS: 14,
})

/** Returns the value that would be in force if this person had chosen nothing since someone else did. */
export async function chosenByOthers<Name extends ChoiceName>(on: Db, name: Name, by: string): Promise<Choices[Name]> {
  const row = await on
    .selectFrom('operator_choices')
    .where('name', '=', name)
    .where('by', 'is distinct from', by)
    .select('value')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const value = row?.value == null ? undefined : choices[name](row.value)
  return (value ?? defaults()[name]) as Choices[Name]
}

/** Reads the value from the database, for decisions that must not lag behind by a second or two. */
export async function chosenNow<Name extends ChoiceName>(on: Db, name: Name): Promise<Choices[Name]> {
  const row = await on
    .selectFrom('operator_choices')
    .where('name', '=', name)
    .select('value')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const value = row?.value == null ? undefined : choices[name](row.value)
  return (value ?? defaults()[name]) as Choices[Name]
}

/** Reads from the database what new drives get: the fee, and the views of the free package. */
export const termsNow = async (on: Db): Promise<typeof terms> =>
  (
    await sql<typeof terms>`select fee_in_force() as bps, exists (select from fee_rates) as "isChanged", (
      select views from subscription_packages where name = 'Free' and status = 'active') as "freeViews"`.execute(on)
  ).rows[0]!

const every = 2000
let known = new Map<ChoiceName, string>()
let terms: { bps: number; isChanged: boolean; freeViews: number | null } = {
  bps: usualFeeBps,
  isChanged: false,
  freeViews: 15,
}
const hearers = new Set<() => void>()
/** Calls back when any value has changed. */
export const whenChosen = (hear: () => void): void => void hearers.add(hear)

/** Returns the value in force, from memory. */
export function chosen<Name extends ChoiceName>(name: Name): Choices[Name] {
  const text = known.get(name)
  const value = text === undefined ? undefined : choices[name](text)
  return (value ?? defaults()[name]) as Choices[Name]
}

/** Returns the fee of drives that are opened now, in hundredths of a percent, from memory: for texts. The database sets it. */
export const newDrivesFee = (): number => terms.bps

/** Returns how many free views new drives get, from memory: for texts. Null where visits use none. */
export const newDrivesViews = (): number | null => (chosen('VIEWS_PAYWALL') === 'on' ? terms.freeViews : null)

/** True if the fee was ever changed, so that drives may have different ones. */
export const isFeeChanged = (): boolean => terms.isChanged

/** True if an operator chose the value, so that it is not just the default. */
export const isChosen = (name: ChoiceName): boolean => known.has(name)

/** The support address: as the operator set it, else the Help page, at the origin that the visitor uses. */
export const supportFrom = (origin: string): string =>
  settings.supportSet || isChosen('SUPPORT_URL') ? chosen('SUPPORT_URL') : `${origin}${helpPage}`

/** The support address for sentences: without the parts that only a browser needs. */
export const supportInWords = (): string => chosen('SUPPORT_URL').replace(/^mailto:|^https?:\/\//, '')

/** Returns the parts of the brand that differ from the default. */
function chosenBrand() {
  const [name, colour, logo] = [chosen('BRAND_NAME'), chosen('BRAND_COLOUR'), chosen('BRAND_LOGO')]
  return {
    name: name === defaultBrand.name ? undefined : name,
    logo: logo || undefined,
    ...(colour === defaultBrand.colour ? {} : { colour, style: brandStyle(colour) }),
  }
}

/** Reads the choices. Skips names of a newer version, and values that are no longer valid. */
export async function readChoices(on: Db = db): Promise<void> {
  const rows = await on
    .selectFrom('operator_choices')
    .distinctOn('name')
    .select(['name', 'value'])
    .orderBy('name')
    .orderBy('id', 'desc')
    .execute()
  const before = [known, terms]
  terms = await termsNow(on)
  known = new Map(
    rows.flatMap(({ name, value }) => {
      const ours = choiceNames.find((one) => one === name)
      return ours && value !== null ? [[ours, value] as const] : []
    }),
  )
  setBrand(chosenBrand())
  if (!isDeepStrictEqual([known, terms], before)) for (const hear of hearers) hear()
}

/** Keeps the choices in memory up to date until stopped. While the database is away, the last values hold. */
export async function keepChoices(): Promise<{ stop(): Promise<void> }> {
  await readChoices()
  let reading: Promise<void> | undefined
  const timer = setInterval(() => {
    reading ??= readChoices()
      .catch((error: unknown) => log.debug({ err: error }, 'what operators chose could not be read'))
      .finally(() => {
        reading = undefined
      })
  }, every)
  return {
    async stop() {
      clearInterval(timer)
      await reading
    },
  }
}
