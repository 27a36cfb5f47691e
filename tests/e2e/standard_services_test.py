"""What gRPC's own tools ask of any server, asked by a program that knows none of our protos."""
import os
import subprocess

import rookery_e2e as e2e

SERVICES = ["rookery.v1.RunService", "rookery.v1.WorkerService", "rookery.v1.ArtifactService",
            "rookery.v1.WorkerLinkService", "rookery.v1.EngineService"]
NOT_FOUND = "code 5"


class StandardServices(e2e.E2eTest):
    def test_health_and_reflection_answer_for_every_service(self):
        self.start_coordinator()
        said = subprocess.run(
            [os.environ["ROOKERY_PROBE"], self.grpc, *SERVICES, "rookery.v1.BingoService"],
            capture_output=True, text=True, check=True, timeout=e2e.PATIENCE).stdout.splitlines()
        for service in ["-", *SERVICES]:
            self.assertIn(f"health {service} SERVING", said)
        self.assertIn(f"health rookery.v1.BingoService {NOT_FOUND}", said)
        for service in [*SERVICES, "grpc.health.v1.Health"]:
            self.assertIn(f"service {service}", said)
        for service in SERVICES:
            self.assertIn(f"described {service}", said)


if __name__ == "__main__":
    e2e.main()
