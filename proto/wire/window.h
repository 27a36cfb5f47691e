// How much of a stream one side may send before the other has read it. Values only; any thread.
#pragma once

namespace rookery::wire {

// By default gRPC begins with 64 KiB and measures with pings how much more would pay: a ping and
// its answer beside every message of a worker that says something every five seconds, a fifth of
// what coordinator and workers do. Ours is fixed, and large enough for files over slow lines.
inline constexpr int kWindowBytes = 1 << 20;
inline constexpr int kNoProbes = 0;  // of GRPC_ARG_HTTP2_BDP_PROBE

}  // namespace rookery::wire
