import { Trans } from '@lingui/react/macro'
import { data, useLocation, useNavigate } from 'react-router'
import { db } from '#app/platform/db.server.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import type { Route } from './+types/write-off-page.ts'
import { debtOf, giveUpDebt } from './debts.server.ts'
import { WriteOffForm } from './write-off.tsx'

const base = '/admin/disputes/debts'

export async function loader({ params }: Route.LoaderArgs) {
  const debt = isId(params.drive) ? await debtOf(db, params.drive) : undefined
  if (!debt) throw data(null, { status: 404 })
  return { debt }
}

export const action = giveUpDebt.action

const isId = (drive: string | undefined): drive is string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(drive ?? '')

/** Stands over the debts; it has an address of its own, so it opens without a script too. */
export default function WriteOff({ loaderData: { debt }, actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { key } = useLocation()
  return (
    <Dialog
      open
      onClose={() => void navigate(base, { replace: true, preventScrollReset: true })}
      closeTo={base}
      title={<Trans>Write off the debt</Trans>}
      text={<Trans>The platform takes the loss. The fund drive owes nothing afterwards and may withdraw again.</Trans>}
    >
      <WriteOffForm key={key} action={`${base}/${debt.driveId}`} debt={debt} first={actionData} />
    </Dialog>
  )
}
