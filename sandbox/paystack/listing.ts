import { all, one, type Runs } from '../database.ts'

// Lists as the provider gives them: a page at a time, the newest first, with how many there are.

type Wanted = { columns: string; where: string; values: unknown[] }

/** The page of a table that is asked for, and what the provider says about it. */
export async function listed<Row>(
  runs: Runs,
  table: 'payments' | 'transfers' | 'refunds' | 'disputes',
  { columns, where, values }: Wanted,
  asked: URLSearchParams,
) {
  const { perPage, page } = pageOf(asked)
  const from = `from sandbox.paystack_${table} where ${where}`
  const { total } = (await one<{ total: number }>(runs, `select count(*)::float8 as total ${from}`, values))!
  const [limit, offset] = [values.length + 1, values.length + 2]
  const rows = await all<Row>(
    runs,
    `select ${columns} ${from} order by created_at desc, id desc limit $${limit} offset $${offset}`,
    [...values, perPage, (page - 1) * perPage],
  )
  return { rows, meta: { total, ...metaOf(total, perPage, page) } }
}

export function pageOf(asked: URLSearchParams, most = 100) {
  const whole = (name: string, otherwise: number) => {
    const text = asked.get(name) ?? ''
    return /^\d{1,6}$/.test(text) && Number(text) > 0 ? Number(text) : otherwise
  }
  return { perPage: Math.min(whole('perPage', 50), most), page: whole('page', 1) }
}

export const metaOf = (total: number, perPage: number, page: number) => ({
  skipped: (page - 1) * perPage,
  perPage,
  page,
  pageCount: Math.max(1, Math.ceil(total / perPage)),
})
