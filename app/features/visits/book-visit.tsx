import { Trans } from '@lingui/react/macro'
import { CalendarHeart } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { type Booking, VisitForm } from './visit-form.tsx'

type BookVisitProps = Pick<ComponentProps<typeof LinkButton>, 'variant' | 'size' | 'wide' | 'className'> & {
  slug: string
  booking: Booking
}

/** RSVP: a link to the form; with a script a button that opens it in a dialog, which closes when the visit is booked. */
export function BookVisit({ slug, booking, ...look }: BookVisitProps) {
  const [open, setOpen] = useState(false)
  // What was typed outlives a dialog that was closed by a slip.
  const typed = useRef<Record<string, string>>(undefined)
  const first: Answer | undefined = typed.current && { ok: false, typed: typed.current }
  const scripted = useHydrated()
  const show = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault()
    setOpen(true)
  }
  return (
    <>
      <LinkButton
        to={`/fundraiser/${slug}/book-visit`}
        role={scripted ? 'button' : undefined}
        aria-haspopup={scripted ? 'dialog' : undefined}
        onClick={(event) => event.metaKey || event.ctrlKey || show(event)}
        onKeyDown={(event) => event.key === ' ' && show(event)}
        icon={<CalendarHeart aria-hidden="true" className="size-5" />}
        {...look}
      >
        <Trans>RSVP</Trans>
      </LinkButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={<Trans>Book a Visit</Trans>}
        text={<Trans>Tell the organiser when you would like to come by.</Trans>}
      >
        <VisitForm
          slug={slug}
          booking={booking}
          first={first}
          onTyped={(now) => {
            typed.current = now
          }}
          onBooked={() => {
            typed.current = undefined
            setOpen(false)
          }}
        />
      </Dialog>
    </>
  )
}
