import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Form } from 'react-router'
import type { Words } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Select } from '#app/ui/input.tsx'
import { type AskedColumn, askedColumns } from './guest-columns.ts'
import type { UnreadTable } from './guest-table.ts'

const words: Record<AskedColumn, Words> = {
  name: msg({ message: 'Name', context: 'column' }),
  first: msg`First name`,
  middle: msg`Other names`,
  last: msg`Surname`,
  phone: msg`Phone number`,
  email: msg`Email address`,
  seats: msg({ message: 'Seats', context: 'column' }),
  adults: msg({ message: 'Adults', context: 'column' }),
  kids: msg({ message: 'Children', context: 'column' }),
  plus: msg`How many more come with them`,
  spouse: msg`Husband or wife`,
  attending: msg`Whether they come`,
  table: msg({ message: 'Table', context: 'column' }),
  group: msg({ message: 'Group', context: 'column' }),
  note: msg({ message: 'Note', context: 'column' }),
}

type UnreadColumnsProps = { at: string; list: number; columns: UnreadTable[] }

/** The columns of a table that were not read: their contents, and the question what each is. */
export function UnreadColumns({ at, list, columns }: UnreadColumnsProps) {
  const { t, i18n } = useLingui()
  if (columns.length === 0) return null
  return (
    <Card
      level={3}
      className="mb-4"
      title={<Trans>Columns that are not read</Trans>}
      text={<Trans>Nothing in these columns is taken until you say what it is.</Trans>}
    >
      <Form method="get" action={at} className="grid gap-4" preventScrollReset>
        <input type="hidden" name="list" value={list} />
        {columns.map(({ at: nr, head, sample, as }) => (
          <div key={nr} className="grid gap-1.5 sm:grid-cols-[minmax(0,1fr)_16rem] sm:items-center">
            <span className="wrap-anywhere">
              <bdi className="font-semibold">{head || t`Column ${nr + 1}`}</bdi>{' '}
              <bdi className="text-muted text-sm">{sample}</bdi>
            </span>
            <Select name={`col.${nr}`} defaultValue={as ?? 'none'} aria-label={t`What is ${head || nr + 1}?`}>
              <option value="none">{t`Leave it out`}</option>
              {askedColumns.map((column) => (
                <option key={column} value={column}>
                  {i18n._(words[column])}
                </option>
              ))}
            </Select>
          </div>
        ))}
        <Button variant="secondary" className="justify-self-start">
          <Trans>Read the list again</Trans>
        </Button>
      </Form>
    </Card>
  )
}
