import { type Selectable, sql, type Updateable } from 'kysely'
import { db, thePool } from '#app/platform/db.server.ts'
import type { DB } from '#db/types.ts'

// Rows of the test's database, by the values that they have.

type Row<Table extends keyof DB> = Selectable<DB[Table]>
type Values<Table extends keyof DB> = Partial<Row<Table>>

/** A column to order by: needed where a table has no id. */
type Order<Table extends keyof DB> = 'id' extends keyof DB[Table]
  ? [order?: string & keyof DB[Table]]
  : [order: string & keyof DB[Table]]

/** All rows with these values, in the order of their id or of this column. */
export async function allRows<Table extends keyof DB>(
  table: Table,
  values: Values<Table> = {},
  ...[order = 'id' as never]: Order<Table>
): Promise<Row<Table>[]> {
  const found = db
    .selectFrom(table as 'users')
    .selectAll()
    .orderBy(order as 'id')
  return (await found.where((is) => is.and(values as Values<'users'>)).execute()) as unknown as Row<Table>[]
}

/** The one row with these values. */
export async function oneRow<Table extends keyof DB>(table: Table, values: Values<Table>): Promise<Row<Table>> {
  const found = db.selectFrom(table as 'users').selectAll()
  const all = await found.where((is) => is.and(values as Values<'users'>)).execute()
  if (all.length !== 1) throw new Error(`${all.length} rows of ${table} are ${JSON.stringify(values)}`)
  return all[0] as unknown as Row<Table>
}

/** Rows with these values become so, by a hand that is not the product's. */
export const setRows = async <Table extends keyof DB>(
  table: Table,
  values: Values<Table>,
  to: Updateable<DB[Table]>,
) => {
  await db
    .updateTable(table as 'users')
    .set(to as Updateable<DB['users']>)
    .where((is) => is.and(values as Values<'users'>))
    .execute()
}

/** These columns of all rows with these values, in the order of their id. */
export async function someRows<Table extends keyof DB, Column extends keyof Row<Table> & string>(
  table: 'id' extends keyof DB[Table] ? Table : never,
  values: Values<Table>,
  ...columns: Column[]
): Promise<Pick<Row<Table>, Column>[]> {
  const all: Row<Table>[] = await allRows<Table>(table, values, ...(['id'] as never))
  return all.map((row) => Object.fromEntries(columns.map((name) => [name, row[name]])) as Pick<Row<Table>, Column>)
}

/** How many rows have these values. */
export async function countOf<Table extends keyof DB>(table: Table, values: Values<Table> = {}): Promise<number> {
  const found = db.selectFrom(table as 'users').select(({ fn }) => fn.countAll<number>().as('many'))
  return (await found.where((is) => is.and(values as Values<'users'>)).executeTakeFirstOrThrow()).many
}

/** Asks in words of the database, and answers with the rows. */
export const query = async <Found = unknown>(text: TemplateStringsArray, ...values: unknown[]): Promise<Found[]> =>
  (await sql<Found>(text, ...values).execute(db)).rows

/** The first row of the answer. */
export const queryOne = async <Found = unknown>(text: TemplateStringsArray, ...values: unknown[]): Promise<Found> =>
  (await query<Found>(text, ...values))[0]!

/** Returns the rows of a statement with numbered values. */
export const rows = async <Found>(text: string, values: unknown[] = []): Promise<Found[]> =>
  (await thePool().query(text, values)).rows as Found[]
