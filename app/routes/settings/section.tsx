import { Card } from '#app/ui/card.tsx'

/** A part of the settings, with an address of its own on the page. */
export function Section({ id, title, text, children }: SectionProps) {
  return (
    <Card id={id} aria-label={title} title={title} text={text}>
      {children}
    </Card>
  )
}

type SectionProps = { id: string; title: string; text?: React.ReactNode; children: React.ReactNode }
