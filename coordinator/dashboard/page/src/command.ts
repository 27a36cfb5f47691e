// Commands to paste, so that they reach the coordinator whose page shows them.

import { getJoin } from './api';
import { useFetched } from './components/fetched';

const kUsualAddress = '127.0.0.1:7700'; // where the command line looks by itself

// "rookery test ..." for a coordinator at this address. Pure.
export function commandAt(address: string, command: string): string {
  if (!address || address === kUsualAddress) return command;
  return command.replace(/^rookery /, `rookery --coordinator ${address} `);
}

// HOST:PORT of the coordinator; '' as long as it isn't known.
export const useAddress = () => useFetched(getJoin, []).value?.grpc ?? '';

export function useCommand(command: string): string {
  return commandAt(useAddress(), command);
}
