import { Trans } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Dialog } from '#app/ui/dialog.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import { GiveForm } from './give-form.tsx'

type GiveDialogProps = ComponentProps<typeof GiveForm> & { open: boolean; onClose: () => void; title: string }

/** Shows the form in a dialog, with the drive it is for. Fetched when a person wants to give. */
export default function GiveDialog({ open, onClose, title, ...form }: GiveDialogProps) {
  const { slug, giving } = form
  const cloth = <WovenPattern slug={slug} className="block size-full" />
  const box = 'size-12 shrink-0 rounded-control'
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={<Trans>Donate</Trans>}
      text={
        <span className="flex items-center gap-3">
          {giving.picture ? (
            <Picture picture={giving.picture} alt="" sizes="3rem" fallback={cloth} className={box} />
          ) : (
            <span className={`block overflow-hidden ${box}`}>{cloth}</span>
          )}
          <span dir="auto" className="min-w-0 font-semibold text-ink wrap-anywhere">
            {title}
          </span>
        </span>
      }
    >
      <GiveForm {...form} />
    </Dialog>
  )
}
