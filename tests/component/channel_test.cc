// A channel to a server that is slow to answer, as one is to which a thousand come back at once.
#include <arpa/inet.h>
#include <fmt/format.h>
#include <grpcpp/channel.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "proto/wire/client.h"

namespace rookery::wire {
namespace {

// Takes connections and never says a word.
class MuteServer {
 public:
  MuteServer() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(socket_, any, size), 0);
    EXPECT_EQ(listen(socket_, 10), 0);
    EXPECT_EQ(getsockname(socket_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  ~MuteServer() {
    for (const int one : taken_) close(one);
    close(socket_);
  }
  std::string address() const { return fmt::format("127.0.0.1:{}", port_); }
  // False: nobody came.
  bool Take(int milliseconds) {
    pollfd one{socket_, POLLIN, 0};
    if (poll(&one, 1, milliseconds) <= 0) return false;
    taken_.push_back(accept4(socket_, nullptr, nullptr, SOCK_CLOEXEC));
    return true;
  }

 private:
  const int socket_;
  int port_ = 0;
  std::vector<int> taken_;
};

// It gave up after 0.3 s and came again: so did a thousand others, and a coordinator on two busy
// cores spent all its time on handshakes that nobody waited for.
TEST(ChannelTest, DoesNotGiveUpAndComeAgainWhileTheServerIsSlow) {
  MuteServer server;
  const std::shared_ptr<grpc::Channel> channel = MakeChannel(server.address());
  channel->GetState(/*try_to_connect=*/true);
  ASSERT_TRUE(server.Take(60'000));
  EXPECT_FALSE(server.Take(2'000));
}

}  // namespace
}  // namespace rookery::wire
