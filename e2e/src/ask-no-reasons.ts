import { logIn } from './log-in.ts';
import { postApi } from './post-api.ts';

/** The question why comes before the first look at a device: the journeys that are not about it go without. */
export async function askNoReasons(url: string): Promise<void> {
  const policies = (['CAMERA', 'MICROPHONE', 'CALL_RECORDING', 'SMS', 'CALL_LOG', 'FILES'] as const).map(
    (capability) => ({ capability, reason: 'NONE', approval: false }),
  );
  await postApi(url, 'authenticated/config/use-policies/update', { policies }, await logIn(url));
}
