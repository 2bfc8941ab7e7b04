import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet } from 'react-router'
import { shownTo } from '#app/admin/list.server.ts'
import { ListPart } from '#app/admin/list-page.tsx'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import type { Route } from './+types/institutions.ts'
import { institutionsList } from './institutions-list.server.ts'
import { institutionsView } from './institutions-list.tsx'

export const loader = (asked: Route.LoaderArgs) => shownTo(db, institutionsList, asked)

/** Lists the institutions that withdrawals can go straight to. The forms open over the list. */
export default function Institutions({ loaderData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage
      page={t`Institutions`}
      text={
        <Trans>
          Hospitals, schools and others that withdrawals can go straight to. Two administrators confirm a number once.
          It is never edited, only ended.
        </Trans>
      }
    >
      <ListPart
        view={institutionsView}
        shown={loaderData}
        actions={
          <LinkButton to="/admin/institutions/new" variant="secondary" preventScrollReset>
            <Trans>Add an institution</Trans>
          </LinkButton>
        }
      />
      <Outlet />
    </AdminPage>
  )
}
