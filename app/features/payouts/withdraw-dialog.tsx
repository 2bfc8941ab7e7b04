import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { Answer } from '#app/kit/says.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { CanReceive } from './can-receive.tsx'
import { Frozen } from './frozen.tsx'
import { WithdrawForm, type WithdrawProps } from './withdraw-form.tsx'

/** Asks for a withdrawal. Opened by its own address, so that it works without a script, too. */
export function WithdrawDialog({ first, ...form }: WithdrawProps & { first?: Answer | undefined }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open
      onClose={() => void navigate(form.base, { replace: true, preventScrollReset: true })}
      closeTo={form.base}
      title={<Trans>Withdraw Funds</Trans>}
      text={form.funds.frozen === null && <CanReceive {...form.funds} />}
    >
      {form.funds.frozen === null ? <WithdrawForm {...form} first={first} /> : <Frozen why={form.funds.frozen} />}
    </Dialog>
  )
}
