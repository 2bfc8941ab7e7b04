import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { VisitForm } from './visit-form.tsx'

type VisitDialogProps = ComponentProps<typeof VisitForm> & { open: boolean; onClose: () => void }

/** The form in a dialog. It is fetched when a person wants to book. */
export default function VisitDialog({ open, onClose, ...form }: VisitDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Book a Visit</Trans>}
      text={<Trans>Tell the organiser when you would like to come by.</Trans>}
    >
      <VisitForm {...form} />
    </Dialog>
  )
}
