import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The whole manifest with the page: saves a request a visit on weak networks.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
