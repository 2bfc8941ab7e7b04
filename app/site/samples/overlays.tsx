import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { KitSection, long, Specimen } from '#app/site/samples/frame.tsx'
import { Button, IconButton, LinkButton } from '#app/ui/button.tsx'
import { AlertDialog, Dialog } from '#app/ui/dialog.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { toast } from '#app/ui/toast.tsx'

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

function Notices() {
  return (
    <Specimen state="notices" wide>
      <div className="grid gap-3">
        <Notice tone="gain" title="Your e-mail address is confirmed." />
        <Notice tone="info" title="Only you can see this page">
          It is paused. Set it to active to open it for everybody.
        </Notice>
        <Notice
          tone="warn"
          title="5 views left"
          action={
            <Button type="button" size="small" variant="secondary">
              Buy Views
            </Button>
          }
        >
          When they are used up, nobody can see your fundraiser.
        </Notice>
        <Notice tone="stop" title="Insufficient funds">
          {long.swahili}
        </Notice>
      </div>
    </Specimen>
  )
}
