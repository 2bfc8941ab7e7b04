import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { AlertDialog } from './dialog.tsx'
import { useUnsaved } from './use-unsaved.ts'

/** Asks before what was typed is left behind. Stands anywhere on a page with something to save. */
export function Unsaved({ when }: { when: boolean }) {
  const blocker = useUnsaved(when)
  return (
    <AlertDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={<Trans>Leave without saving?</Trans>}
      text={<Trans>What you changed on this page has not been saved yet.</Trans>}
      cancelText={<Trans>Stay here</Trans>}
      confirm={
        <Button type="button" variant="danger" onClick={() => blocker.proceed?.()}>
          <Trans>Leave without saving</Trans>
        </Button>
      }
    />
  )
}
