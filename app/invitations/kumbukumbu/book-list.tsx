import { msg } from '@lingui/core/macro'
import { Link } from 'react-router'
import { search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { listView } from '#app/ui/list-view.tsx'
import type { Household } from './kumbukumbu.ts'

/** A household as its owner reads it. `gave`: the typed amount, else the known gifts of their guest. */
export type HouseholdRow = Household & { id: string }

/** A person's own book, by name. */
export const bookView = listView<HouseholdRow>()({
  address: '/kumbukumbu',
  caption: msg`Households`,
  fields: { search: search(msg`Name`) },
  columns: [
    {
      key: 'name',
      head: msg`Household`,
      lead: true,
      cell: ({ id, name, phone }) => (
        <span className="grid justify-items-start @2xl:min-w-40">
          <Link
            to={`/kumbukumbu/${id}/save`}
            preventScrollReset
            className="wrap-anywhere inline-flex min-h-11 items-center text-link @2xl:min-h-6"
            dir="auto"
          >
            {name}
          </Link>
          {phone && <span className="figures whitespace-nowrap font-normal text-muted text-sm">{phone}</span>}
        </span>
      ),
      plain: ({ name }) => name,
    },
    { key: 'phone', head: msg`Phone`, plain: ({ phone }) => phone ?? '' },
    {
      key: 'what',
      head: msg`Occasion`,
      bare: ({ what }) => what === '',
      cell: ({ what }) => (
        <span className="wrap-anywhere" dir="auto">
          {what}
        </span>
      ),
      plain: ({ what }) => what,
    },
    {
      key: 'day',
      head: msg`Day`,
      bare: ({ day }) => day === null,
      cell: ({ day }, { language }) =>
        day && <span className="whitespace-nowrap">{briefDayIn(language, new Date(`${day}T12:00:00Z`))}</span>,
      plain: ({ day }) => day ?? '',
    },
    {
      key: 'people',
      head: msg`People who came`,
      align: 'right',
      bare: ({ people }) => people === null,
      cell: ({ people }, { count }) => people !== null && <span className="figures">{count(people)}</span>,
      plain: ({ people }) => people,
    },
    {
      key: 'gave',
      head: msg({ message: 'Gave', context: 'household' }),
      fileHead: msg`Gave (KES)`,
      align: 'right',
      bare: ({ gave }) => gave === null,
      cell: ({ gave }) => gave !== null && <span className="figures whitespace-nowrap">{moneyText(gave)}</span>,
      plain: ({ gave }) => gave && gave / 100,
    },
    {
      key: 'words',
      head: msg`Your words`,
      bare: ({ words }) => words === '',
      prose: true,
      cell: ({ words }) => (
        <span className="wrap-anywhere block whitespace-pre-wrap" dir="auto">
          {words}
        </span>
      ),
      plain: ({ words }) => words,
    },
  ],
  rowKey: ({ id }) => id,
  empty: {
    none: {
      title: msg`Nobody is in your book yet`,
      text: msg`Write down who helped you. On the page of a guest you can remember their household with one button.`,
    },
    narrowed: { title: msg`No such households`, all: msg`Show all households` },
  },
  first: msg`First names`,
  hidesBar: true,
})
