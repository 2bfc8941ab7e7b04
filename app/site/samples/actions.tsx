import { Copy, HandHeart, Plus, Share2 } from 'lucide-react'
import { KitSection, long, Specimen } from '#app/site/samples/frame.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Button, IconButton, LinkButton } from '#app/ui/button.tsx'

const icon = 'size-5 shrink-0'
const variants = ['primary', 'secondary', 'ghost', 'danger'] as const

export function Actions() {
  return (
    <KitSection id="buttons" title="Buttons">
      {(['large', 'medium', 'small'] as const).map((size) => (
        <Specimen key={size} state={size}>
          {variants.map((variant) => (
            <Button key={variant} type="button" variant={variant} size={size}>
              {variant[0]!.toUpperCase() + variant.slice(1)}
            </Button>
          ))}
        </Specimen>
      ))}
      <Specimen state="with a picture">
        <Button type="button" icon={<HandHeart aria-hidden="true" className={icon} />}>
          Donate KES 1,000
        </Button>
        <Button type="button" variant="secondary" icon={<Share2 aria-hidden="true" className={icon} />}>
          Share
        </Button>
        <IconButton label="Copy Link">
          <Copy aria-hidden="true" className="size-5" />
        </IconButton>
      </Specimen>
      <Specimen state="busy: says so, keeps its width">
        <Button type="button" busy busyText="Saving...">
          Save settings
        </Button>
        <Button type="button" busy busyText="Sending..." icon={<Plus aria-hidden="true" className={icon} />}>
          Send it again
        </Button>
        <Button type="button" variant="secondary" busy busyText="Saving...">
          Save settings
        </Button>
      </Specimen>
      <Specimen state="disabled">
        {variants.map((variant) => (
          <Button key={variant} type="button" variant={variant} disabled>
            Withdraw Funds (Min. KES 100)
          </Button>
        ))}
      </Specimen>
      <Specimen state="link button, and long words">
        <LinkButton to="/" variant="secondary">
          Return to Home
        </LinkButton>
        <Button type="button">{long.swahili}</Button>
      </Specimen>
      <Specimen state="as wide as its box" wide>
        <div className="max-w-sm">
          <Button type="button" wide>
            Sign In
          </Button>
        </div>
      </Specimen>
      <Badges />
    </KitSection>
  )
}

const Badges = () => (
  <Specimen state="badges">
    <Badge tone="gain" dot>
      Active
    </Badge>
    <Badge tone="info" dot>
      Completed
    </Badge>
    <Badge tone="warn" dot>
      Paused
    </Badge>
    <Badge tone="stop">Cancelled</Badge>
    <Badge tone="accent">Medical</Badge>
    <Badge>Other</Badge>
    <Badge>{long.swahili}</Badge>
  </Specimen>
)
