import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { GiveForm } from './give-form.tsx'

type GiveDialogProps = ComponentProps<typeof GiveForm> & { open: boolean; onClose: () => void; title: string }

/** The form in a dialog. It is fetched when somebody wants to give. */
export default function GiveDialog({ open, onClose, title, ...form }: GiveDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Donate</Trans>} text={title}>
      <GiveForm {...form} />
    </Dialog>
  )
}
