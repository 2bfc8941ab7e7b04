// What the server draws once and the browser leaves as it is: see still.tsx.
export { Claims } from './claims.tsx'
export { Cloth } from './cloth.tsx'
export { Crowd } from './crowd.tsx'
export { Features } from './features.tsx'
export { Phone } from './phone.tsx'
export { Steps } from './steps.tsx'
