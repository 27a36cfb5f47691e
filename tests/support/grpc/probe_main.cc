// standard-services-probe HOST:PORT SERVICE...: what a gRPC server says by its health and
// reflection services, a line each: "health SERVICE STATUS" for the server ("-") and each service
// asked for, "service NAME" for each that reflection lists, "described NAME" where it has the
// definition.
#include <grpc/health/v1/health.grpc.pb.h>
#include <grpc/reflection/v1alpha/reflection.grpc.pb.h>
#include <grpcpp/create_channel.h>

#include <chrono>
#include <iostream>
#include <string>

namespace {

namespace health = grpc::health::v1;
namespace reflection = grpc::reflection::v1alpha;

constexpr std::chrono::seconds kDeadline{10};

void AskHealth(health::Health::Stub& stub, const std::string& service) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kDeadline);
  health::HealthCheckRequest request;
  request.set_service(service);
  health::HealthCheckResponse response;
  const grpc::Status status = stub.Check(&context, request, &response);
  std::cout << "health " << (service.empty() ? "-" : service) << ' ';
  if (status.ok()) {
    std::cout << health::HealthCheckResponse::ServingStatus_Name(response.status()) << '\n';
  } else {
    std::cout << "code " << status.error_code() << '\n';
  }
}

void AskReflection(reflection::ServerReflection::Stub& stub) {
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kDeadline);
  const auto stream = stub.ServerReflectionInfo(&context);
  reflection::ServerReflectionRequest request;
  request.set_list_services("*");
  reflection::ServerReflectionResponse list;
  if (!stream->Write(request) || !stream->Read(&list)) return;
  for (const auto& service : list.list_services_response().service()) {
    std::cout << "service " << service.name() << '\n';
    request.set_file_containing_symbol(service.name());
    reflection::ServerReflectionResponse file;
    if (!stream->Write(request) || !stream->Read(&file)) return;
    if (file.file_descriptor_response().file_descriptor_proto_size() > 0) {
      std::cout << "described " << service.name() << '\n';
    }
  }
  stream->WritesDone();
  static_cast<void>(stream->Finish());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const auto channel = grpc::CreateChannel(argv[1], grpc::InsecureChannelCredentials());
  const auto health_stub = health::Health::NewStub(channel);
  AskHealth(*health_stub, "");
  for (int i = 2; i < argc; ++i) AskHealth(*health_stub, argv[i]);
  AskReflection(*reflection::ServerReflection::NewStub(channel));
  return 0;
}
