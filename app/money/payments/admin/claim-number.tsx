import { Trans, useLingui } from '@lingui/react/macro'
import { adminAction } from '#app/admin/decision.server.ts'
import { againForm } from '#app/admin/decision-forms.ts'
import { db } from '#app/platform/db.server.ts'
import { AdminPage } from '#app/site/admin-page.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/claim-number.ts'
import { claimAt, claimIn, phoneOfClaim } from './claims.server.ts'
import { claimDecisionTexts } from './claims.ts'
import { ClaimPhone } from './claims.tsx'

export const loader = ({ params }: Route.LoaderArgs) => claimAt(db, params)

export const action = adminAction({
  form: againForm,
  page: true,
  failed: claimDecisionTexts.notShown,
  at: ({ params }) => claimIn(params),
  run: async (_, by, key) => ({ gave: await phoneOfClaim(db, key, by) }),
})

/** Shows the number to a person without a script; with one, it appears on the page they are on. */
export default function ClaimNumber({ loaderData, actionData }: Route.ComponentProps) {
  const { t } = useLingui()
  return (
    <AdminPage page={t`Number of a giver`} text={<Trans>Viewing the whole number is logged.</Trans>}>
      <Card>
        <ClaimPhone {...loaderData} first={actionData} />
      </Card>
    </AdminPage>
  )
}
