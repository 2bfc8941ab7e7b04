import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { parts } from '#app/kit/list.ts'
import { momentIn } from '#app/kit/time.ts'
import { listView } from '#app/ui/list-view.tsx'
import { AmountCell, DriveCell, OwnerCell, StateCell, TotalsLine } from './cells.tsx'
import { DecideButtons, SaidBefore } from './decide-buttons.tsx'
import type { AdminRequest, Totals } from './payout-admin.ts'
import { searchPayouts } from './payouts-list.tsx'
import { CheckCell, ShowNumber } from './request-facts.tsx'

/** The sums of the requests shown, and how many there are of each kind. */
export type RequestsTotals = Totals & { counts: Record<'processing' | 'approved', number> }

/** The list of owners' requests, with what has to be known before deciding. */
export const requestsView = listView<AdminRequest, RequestsTotals, { lookerId: string }>()({
  address: '/admin/withdrawal-requests',
  caption: msg`Withdrawal Requests`,
  fields: {
    search: searchPayouts,
    state: parts({
      label: msg`Status`,
      of: ['processing', 'approved'],
      words: { processing: msg`Waiting for a decision`, approved: msg`On their way` },
      start: 'processing',
    }),
  },
  columns: [
    {
      key: 'drive',
      head: msg`Fund drive`,
      lead: true,
      cell: (request) => (
        <span className="grid justify-items-start">
          <DriveCell payout={request} />
          <span className="font-normal text-sm">
            <OwnerCell payout={request} />
          </span>
        </span>
      ),
    },
    {
      key: 'amount',
      head: msg`Amount`,
      align: 'right',
      sortable: true,
      cell: (request) => <AmountCell payout={request} />,
    },
    { key: 'method', head: msg`Method`, cell: (request) => <ShowNumber payout={request} /> },
    {
      key: 'asked',
      head: msg`Asked for`,
      sortable: true,
      cell: ({ at, id }, { language }) => (
        <span className="grid gap-1">
          {momentIn(language, at)}
          <Link to={`/admin/payouts/${id}`} className="text-link text-sm">
            <Trans>Request {`${id}`}</Trans>
          </Link>
        </span>
      ),
    },
    { key: 'check', head: msg`Balance check`, cell: (request) => <CheckCell request={request} /> },
    {
      key: 'decide',
      head: msg`Decision`,
      pinned: true,
      cell: (request, { more }) =>
        request.status === 'processing' ? (
          <DecideButtons request={request} lookerId={more.lookerId} />
        ) : (
          <StateCell payout={request} />
        ),
    },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: ({ state }) =>
      state === 'approved'
        ? {
            title: msg`Nothing is on its way`,
            text: msg`Payouts that the payment provider is sending appear here until they arrive.`,
          }
        : { title: msg`No requests waiting`, text: msg`Withdrawal requests will appear here.` },
    narrowed: { title: msg`No such requests`, all: msg`Show all requests` },
  },
  below: (request, { more }) =>
    request.approval || (request.attempt && request.status === 'processing') ? (
      <SaidBefore request={request} lookerId={more.lookerId} />
    ) : null,
  foot: (totals) => totals.count > 0 && <TotalsLine totals={totals} />,
  first: msg`Back to the first page`,
})
