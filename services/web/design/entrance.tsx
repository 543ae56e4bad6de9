import type { ComponentProps } from 'react';
import { GateScene } from './gate-scene.tsx';
import { Page } from './page.tsx';

/** A page with one short form on the way in: sign-in, sign-up, a new company. */
export function Entrance(page: ComponentProps<typeof Page>) {
  return (
    <div className="entrance">
      <div>
        <Page {...page} />
      </div>
      <div className="entrance-scene">
        <GateScene />
      </div>
    </div>
  );
}
