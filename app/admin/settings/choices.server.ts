import { sql } from 'kysely'
import { askOrAgreeIfChosen, type OpenApproval, openApprovals } from '#app/base/approvals/approvals.server.ts'
import { record } from '#app/base/audit/audit.server.ts'
import type { Actor } from '#app/base/audit/audit.ts'
import { type ChoiceName, choiceNames, choices } from '#app/kit/choices.ts'
import { Refusal } from '#app/kit/says.ts'
import type { Db } from '#app/platform/db.server.ts'
import { chosen, defaults, isChosen, readChoices } from '#app/platform/settings/choices.server.ts'
import { publicAddress, settings } from '#app/platform/settings/settings.server.ts'
import { textsAre } from '#app/platform/sms/sms-settings.server.ts'
import { smsDoor } from '#app/platform/sms/texter.server.ts'
import { choiceTexts } from './choice.ts'

type Chosen = {
  name: ChoiceName
  /** Null goes back to the default. */
  value: string | null
  by: Actor
  why: string
  /** The administrator says that the landing page's figures are true. */
  saidTrue?: boolean
}

const landingTexts: ChoiceName[] = ['LANDING_RAISED', 'LANDING_CAMPAIGNS', 'LANDING_COUNTRIES']
/** True for choices that put an operator's own figures on the landing page of a server that people use. */
const asksTruth = (name: ChoiceName): boolean =>
  settings.isForReal && (name === 'LANDING_FIGURES' || landingTexts.includes(name))
/** True for a value that needs the tick: the other values show sums of the books, or nothing. */
const needsTruth = (name: ChoiceName, value: string | null): boolean =>
  asksTruth(name) && value !== null && (name !== 'LANDING_FIGURES' || value === 'spec')

/** Sums that keep a person from acting alone: nobody raises them alone. */
const decidedByTwo: ChoiceName[] = ['SECOND_ADMIN_ABOVE', 'SENT_BEFORE_IDENTITY']

/** The field of a choice in its form. */
const fieldOf = (name: ChoiceName) => (name === 'BRAND_LOGO' ? 'image' : 'value')

/**
 * Saves a choice: it applies to this process at once, to others within seconds. Earlier agreements don't change. Two
 * administrators decide about sums that keep one from acting alone; `first` means that another one has to want the same.
 */
export async function choose(db: Db, { name, value, by, why, saidTrue = false }: Chosen): Promise<'done' | 'first'> {
  if (value !== null && choices[name](value) === undefined)
    throw new Refusal(name === 'BRAND_COLOUR' ? choiceTexts.wrongColour : choiceTexts.wrong, {
      status: 422,
      field: 'value',
    })
  const mustBeTrue = needsTruth(name, value)
  if (mustBeTrue && !saidTrue) throw new Refusal(choiceTexts.notSaidTrue, { status: 422, field: 'saidTrue' })
  const done = await db.transaction().execute(async (tx) => {
    // Serializes changes of one choice, so that the log's `before` is true.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`choice ${name}`}, 0))`.execute(tx)
    const before = await newestOf(tx, name)
    if (before === value) throw new Refusal(choiceTexts.unchanged, { status: 422, field: fieldOf(name) })
    if (decidedByTwo.includes(name)) {
      const wanted = { about: 'setting', subject: name, value: inForce(name, value).value, by, why } as const
      if (!(await askOrAgreeIfChosen(tx, wanted)).isAgreed) return 'first'
    }
    await tx.insertInto('operator_choices').values({ name, value, by: by.id, why }).execute()
    const [was, is] = [inForce(name, before), { ...inForce(name, value), ...(mustBeTrue && { saidTrue: true }) }]
    await record(tx, { by, act: 'setting changed', noun: 'setting', subject: name, before: was, after: is, why })
    return 'done'
  })
  await readChoices(db)
  return done
}

const newestOf = async (db: Db, name: ChoiceName): Promise<string | null> =>
  (
    await db
      .selectFrom('operator_choices')
      .where('name', '=', name)
      .select('value')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.value ?? null

/** Returns the value in force, as an operator would type it: the default where nothing was chosen, or the choice is not valid. */
function inForce(name: ChoiceName, value: string | null) {
  const byDefault = value === null || choices[name](value) === undefined
  return { value: byDefault ? typed(defaults()[name], name) : value, byDefault }
}

export type ChoiceState = {
  name: ChoiceName
  /** The value as an operator would type it. */
  value: string
  chosen: boolean
  default: string
  /** The form has the tick that says that the figures are true. */
  asksTruth: boolean
  /** Another value that one administrator wants; it waits for a second one. */
  asked: OpenApproval | null
}

/** Returns the current state of every choice. */
export async function standingChoices(db: Db): Promise<ChoiceState[]> {
  await readChoices(db)
  const [byDefault, asked] = [defaults(), await openApprovals(db, ['setting'])]
  return choiceNames.map((name) => ({
    name,
    value: typed(chosen(name), name),
    chosen: isChosen(name),
    default: typed(byDefault[name], name),
    asksTruth: asksTruth(name),
    asked: asked.find(({ subject }) => subject === name) ?? null,
  }))
}

const inShillings: ChoiceName[] = ['SECOND_ADMIN_ABOVE', 'SENT_BEFORE_IDENTITY', 'SMS_GIFTS_FROM']

/** Amounts are stored in cents and typed in shillings; no limit is typed as an empty field. */
const typed = (value: string | number, name: ChoiceName): string =>
  inShillings.includes(name) ? (Number.isFinite(value) ? String(Number(value) / 100) : '') : String(value)

/** Whether texts go to phones, and the address where their gateway reports. Only administrators may see the address. */
export const textsNow = () => {
  const are = textsAre(settings)
  return { are, hook: are === 'sent' ? `${publicAddress()}/hooks/sms/${smsDoor(settings.AUTH_SECRET!)}` : null }
}
export type TextsNow = ReturnType<typeof textsNow>
