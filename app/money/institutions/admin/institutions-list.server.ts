import { type SqlBool, sql } from 'kysely'
import { data } from 'react-router'
import { z } from 'zod'
import { type About, adminAction, decision } from '#app/admin/decision.server.ts'
import { againField } from '#app/admin/decision-forms.ts'
import type { TasksWaiting } from '#app/admin/desk/task.ts'
import { adminList } from '#app/admin/list.server.ts'
import { canDecide } from '#app/base/approvals/approvals.server.ts'
import { oneLine } from '#app/kit/lines.ts'
import type { FilterOf } from '#app/kit/list.ts'
import { Refusal, said, type Words } from '#app/kit/says.ts'
import { institutionKindNames, institutionMost, institutionTexts } from '#app/money/institutions/institution.ts'
import {
  addInstitution,
  confirmInstitution,
  endInstitution,
  type InstitutionFound,
  lockedInstitution,
} from '#app/money/institutions/institutions.server.ts'
import { type Db, db } from '#app/platform/db.server.ts'
import { pageOfRows, type Sort } from '#app/platform/list.server.ts'
import { tell } from '#app/platform/live/live.server.ts'
import { containing } from '#app/platform/postgres/queries.server.ts'
import { confirming, ending, type Institution, institutionsView } from './institutions-list.tsx'

const sorts = { added: { by: sql.ref('i.created_at'), kind: 'moment' } } as const satisfies Record<string, Sort>

/** All institutions, the newest first. They are no people: looking at them is not recorded. */
export const institutionsList = adminList({
  view: institutionsView,
  noun: 'institution',
  file: 'institutions',
  recordsAccess: false,
  sorts,
  async read(db, { filter, list }, size) {
    const id = { column: sql.ref('i.id'), kind: 'uuid' } as const
    return pageOfRows(asRow(found(db, filter)), { sorts, asked: list, id, size })
  },
  totals: (db, { filter }): Promise<{ count: number }> =>
    found(db, filter)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
})

const states = {
  waiting: sql<SqlBool>`i.confirmed_at is null and i.ended_at is null`,
  confirmed: sql<SqlBool>`i.confirmed_at is not null and i.ended_at is null`,
  ended: sql<SqlBool>`i.ended_at is not null`,
}

function found(db: Db, { search, state }: FilterOf<typeof institutionsView.fields>) {
  let query = db.selectFrom('institutions as i')
  if (state) query = query.where(states[state])
  if (!search) return query
  return query.where(
    sql<SqlBool>`(i.name ilike ${containing(search)} or i.paybill = ${search} or i.account_number = ${search})`,
  )
}

const asRow = (query: ReturnType<typeof found>) =>
  query
    .leftJoin('profiles as p', 'p.user_id', 'i.added_by')
    .leftJoin('proposals as o', (join) =>
      join
        .on('o.about', '=', 'institution')
        .on(sql<SqlBool>`o.subject = i.id::text and o.created_at > now() - interval '7 days'`)
        .on((make) => canDecide(make.ref('o.by'))),
    )
    .leftJoin('profiles as q', 'q.user_id', 'o.by')
    .select(['i.id', 'i.name', 'i.kind', 'i.source', 'i.created_at as addedAt', 'i.confirmed_at as confirmedAt'])
    .select([
      'i.ended_at as endedAt',
      sql<string>`coalesce(i.bank_name, '')`.as('bank'),
      sql<string>`coalesce(i.account_name, '')`.as('holder'),
      sql<string>`coalesce(i.paybill, i.account_number)`.as('number'),
      sql<string>`coalesce(p.full_name, '')`.as('addedBy'),
      'q.full_name as askedBy',
    ])

const idIn = (typed: string | undefined): string => {
  const id = z.uuid().safeParse(typed)
  if (!id.success) throw data(null, { status: 404 })
  return id.data
}

/** Finds the institution of an address; 404 if there is none. */
export async function institutionAt(db: Db, typed: string | undefined): Promise<Institution> {
  const one = await asRow(db.selectFrom('institutions as i')).where('i.id', '=', idIn(typed)).executeTakeFirst()
  if (!one) throw data(null, { status: 404 })
  return one
}

/** Institutions whose number waits for an administrator's yes. */
export const waitingInstitutions: TasksWaiting = {
  from: sql`institutions where confirmed_at is null and ended_at is null`,
  oldest: sql`select i.id::text, i.created_at as at, i.name as title
    from institutions i where i.confirmed_at is null and i.ended_at is null order by i.created_at`,
}

const institution: About<string, InstitutionFound> = {
  noun: 'institution',
  at: ({ params }) => idIn(params.institution),
  async find(tx, id) {
    const one = await lockedInstitution(tx, id)
    if (!one) throw new Refusal(institutionTexts.missing, { status: 404 })
    return one
  },
  after: (tx) => tell(tx, 'office:desk'),
}

/** Confirms the number of an institution, once two administrators have said so. */
export const confirmNumber = decision({
  of: institution,
  act: 'institution confirmed',
  words: confirming,
  run: async (tx, one, word) =>
    (await confirmInstitution(tx, one, word)) ? { before: { waiting: true }, after: { waiting: false } } : 'first',
})

/** Ends an institution, with a reason that the audit log keeps. */
export const endNumber = decision({
  of: institution,
  act: 'institution ended',
  words: ending,
  async run(tx, one, { by }) {
    await endInstitution(tx, one, by)
    return { after: { name: one.name } }
  },
})

const line = (most: number, words: Parameters<typeof said>[0], least = 1) =>
  z
    .string()
    .catch('')
    .transform(oneLine)
    .pipe(z.string().min(least, said(words)).max(most, said(words)))
const text = z.string().catch('').transform(oneLine)

/** A Paybill, or a bank with the number and the name of the account: not both. All that is wrong is told at once. */
const numberForm = z
  .object({ paybill: text, bank_name: text, account_number: text, account_name: text })
  .transform(({ paybill, bank_name: bank, account_number, account_name: holder }, context) => {
    const refuse = (field: string, words: Words) =>
      context.issues.push({ code: 'custom', message: said(words), path: [field], input: '' })
    const account = account_number.toUpperCase().replace(/[\s.]/g, '')
    const digits = paybill.replace(/\s/g, '')
    const hasBank = bank + account + holder !== ''
    if (hasBank === (digits !== '')) refuse('paybill', institutionTexts.oneWay)
    if (digits !== '' && !/^\d{5,7}$/.test(digits)) refuse('paybill', institutionTexts.paybillShape)
    if (hasBank) {
      if (!isName(bank)) refuse('bank_name', institutionTexts.bankShape)
      if (!/^[0-9A-Z-]{4,34}$/.test(account)) refuse('account_number', institutionTexts.accountShape)
      if (!isName(holder)) refuse('account_name', institutionTexts.holderShape)
    }
    return { number: hasBank ? { bank, account, holder } : { paybill: digits } }
  })
const isName = (words: string): boolean => words.length >= 1 && words.length <= 100

const institutionForm = z.intersection(
  z.object({
    name: line(institutionMost.name, institutionTexts.nameShape, 2),
    kind: z.enum(institutionKindNames, said(institutionTexts.kindMissing)),
    source: line(institutionMost.source, institutionTexts.sourceShape),
    again: againField,
  }),
  numberForm,
)

export const addAsAsked = adminAction({
  form: institutionForm,
  page: true,
  failed: institutionTexts.notAdded,
  run: async (typed, by) => {
    await addInstitution(db, typed, by)
    return { go: '/admin/institutions', says: institutionTexts.added }
  },
})
