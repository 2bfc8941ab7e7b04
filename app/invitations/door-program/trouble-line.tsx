import { useLingui } from '@lingui/react/macro'
import type { DoorPhone } from './phone.ts'

/** The last error, in words. */
export function TroubleLine({ phone: { trouble } }: { phone: DoorPhone }) {
  const { t } = useLingui()
  if (!trouble) return null
  const words = {
    'not stored': t`This was not stored, so it does not count. Find a network, and try again.`,
    'not reached': t`No network. Please try again when there is one.`,
  }
  return (
    <p role="alert" className="rounded-control bg-stop-soft p-3 font-semibold text-stop">
      {typeof trouble === 'string' ? words[trouble] : trouble.words}
    </p>
  )
}
