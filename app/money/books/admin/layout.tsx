import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useLocation } from 'react-router'
import { countUnplaced } from '#app/money/payments/admin/unplaced.server.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { Route } from './+types/layout.ts'
import { countDiscrepancies } from './discrepancies-list.server.ts'
import { countWaiting } from './settlements-list.server.ts'

export async function loader() {
  const [discrepancies, unplaced, settlements] = await Promise.all([
    countDiscrepancies(db),
    countUnplaced(db),
    countWaiting(db),
  ])
  return { discrepancies, unplaced, settlements }
}

/** Shows the books: what they hold, where they differ, and money that nobody can place. */
export default function Books({ loaderData: { discrepancies, unplaced, settlements } }: Route.ComponentProps) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  useLive(['office:desk'])
  const current = /\/books\/(\w+)/.exec(pathname)?.[1] ?? 'statement'
  return (
    <AdminPage
      page={t`Books`}
      text={<Trans>Every shilling in and out, booked twice: where it came from and where it is.</Trans>}
    >
      <Tabs
        label={t`Books`}
        current={current}
        tabs={[
          { id: 'statement', to: '/admin/books', label: <Trans>Statement</Trans> },
          { id: 'owed', to: '/admin/books/owed', label: <Trans>Owed</Trans> },
          {
            id: 'differences',
            to: '/admin/books/differences',
            label: <Trans>Differences</Trans>,
            count: discrepancies,
          },
          { id: 'settlements', to: '/admin/books/settlements', label: <Trans>Settlements</Trans>, count: settlements },
          { id: 'unplaced', to: '/admin/books/unplaced', label: <Trans>Unplaced money</Trans>, count: unplaced },
        ]}
      >
        <Outlet />
      </Tabs>
    </AdminPage>
  )
}
