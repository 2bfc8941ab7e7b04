import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { AlertDialog, Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { toast } from '#app/ui/toast.tsx'
import { KitSection, long, Specimen } from './kit-frame.tsx'
import { Notices } from './kit-notices.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'form' | 'alert'>()
  const close = () => setOpen(undefined)
  return (
    <KitSection id="dialogs" title="Dialogs, toasts, notices">
      <Specimen state="dialogs">
        <Button type="button" onClick={() => setOpen('form')}>
          Open a dialog
        </Button>
        <Button type="button" variant="danger" onClick={() => setOpen('alert')}>
          Ask before deleting
        </Button>
        <LinkButton to="?open=dialog" variant="secondary" preventScrollReset>
          Open by address
        </LinkButton>
      </Specimen>
      <Dialog
        open={open === 'form'}
        onClose={close}
        title="Withdraw Funds"
        text="It reaches you in one or two working days."
        actions={
          <Button type="button" onClick={close}>
            Request Withdrawal
          </Button>
        }
      >
        <div className="grid gap-4">
          <MoneyField label="Amount to withdraw" name="withdraw" defaultValue="12500" hint="Available: KES 118,400" />
          <Field label="Notes" name="notes" optional>
            <TextArea />
          </Field>
        </div>
      </Dialog>
      <AlertDialog
        open={open === 'alert'}
        onClose={close}
        title="Delete this picture?"
        text="It leaves the gallery at once and can't be brought back."
        confirm={
          <Button type="button" variant="danger" onClick={close}>
            Delete picture
          </Button>
        }
      />
      <ByAddress />
      <Specimen state="toasts">
        <Button type="button" variant="secondary" onClick={() => toast({ title: 'Settings saved', tone: 'good' })}>
          Good news
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() =>
            toast({ title: 'Missing Information', text: 'Please fill in the required fields', tone: 'bad' })
          }
        >
          Bad news
        </Button>
        <Button
          type="button"
          variant="secondary"
          onClick={() => toast({ title: long.swahili, text: long.english, tone: 'good' })}
        >
          Long news
        </Button>
      </Specimen>
      <Notices />
    </KitSection>
  )
}

/** A dialog opened by ?open=dialog: works from a link, with the back button, and before any script runs. */
function ByAddress() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const open = search.get('open') === 'dialog'
  const closed = '?'
  return (
    <Dialog
      open={open}
      onClose={() => navigate(closed, { replace: true, preventScrollReset: true })}
      closeTo={closed}
      title="Share this fundraiser"
      text="This dialog has an address of its own."
      size="small"
    >
      <Field label="Link" name="share">
        <Input readOnly defaultValue="https://harambee.example/fundraiser/heal-mama-achieng" />
      </Field>
    </Dialog>
  )
}
