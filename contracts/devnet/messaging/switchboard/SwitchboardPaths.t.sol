// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ISocket} from "../../../interfaces/ISocket.sol";
import {ProposedParcel} from "../../../../test/fixtures/solidity/ProposedParcel.sol";
import {vm} from "../../../../test/fixtures/solidity/Vm.sol";
import {GOVERNANCE_ROLE, Roles, TRIP_ROLE, UN_TRIP_ROLE} from "../access/Roles.sol";
import {FastSwitchboard} from "./FastSwitchboard.sol";
import {SwitchboardPaths} from "./SwitchboardPaths.sol";

contract SwitchboardPathsTest is ProposedParcel {
    uint32 private constant GAMMA = 41_003;
    address private constant SIBLING = address(0x51b);

    FastSwitchboard private switchboard;

    function setUp() public override {
        super.setUp();
        switchboard = beta.switchboard;
    }

    function test_registerSiblingSlug_opensAPath() public {
        switchboard.grantRole(GOVERNANCE_ROLE, address(this));
        vm.expectEmit(address(beta.socket));
        emit ISocket.SiblingSwitchboardUpdated(address(switchboard), GAMMA, SIBLING);
        switchboard.registerSiblingSlug(GAMMA, 1, 1, 7, SIBLING);
        vm.assertTrue(beta.socket.capacitors__(address(switchboard), GAMMA) != address(0));
        vm.assertEq(switchboard.initialPacketCount(GAMMA), 7, "initial packet count");
        vm.assertEq(switchboard.initialPacketCount(ALPHA), 0, "initial packet count of another");
        vm.expectRevert(ISocket.SwitchboardExists.selector);
        switchboard.registerSiblingSlug(GAMMA, 1, 1, 0, SIBLING);
    }

    function testFuzz_allowPacket_refusesPacketsBelowTheInitialCount(uint64 initial, uint64 count) public {
        switchboard.grantRole(GOVERNANCE_ROLE, address(this));
        switchboard.registerSiblingSlug(GAMMA, 1, 1, initial, SIBLING);
        bytes32 packetId = bytes32((uint256(GAMMA) << 224) | (uint256(uint160(SIBLING)) << 64) | count);
        uint256 proposedAt = block.timestamp;
        vm.warp(proposedAt + TIMEOUT + 1);
        vm.assertTrue(switchboard.allowPacket("root", packetId, 0, GAMMA, proposedAt) == (count >= initial));
    }

    function test_updateSibling_logsTheNewCounterpart() public {
        switchboard.grantRole(GOVERNANCE_ROLE, address(this));
        vm.expectEmit(address(beta.socket));
        emit ISocket.SiblingSwitchboardUpdated(address(switchboard), ALPHA, SIBLING);
        switchboard.updateSibling(ALPHA, SIBLING);
    }

    function test_paths_needTheGovernanceRole() public {
        switchboard.revokeRole(GOVERNANCE_ROLE, address(this));
        bytes memory refused = abi.encodeWithSelector(Roles.NoPermit.selector, keccak256("GOVERNANCE_ROLE"));
        vm.expectRevert(refused);
        switchboard.registerSiblingSlug(GAMMA, 1, 1, 0, SIBLING);
        vm.expectRevert(refused);
        switchboard.updateSibling(ALPHA, SIBLING);
    }

    function test_constructor_opensPathsWithWatchersAndFees() public {
        SwitchboardPaths.Path[] memory paths = new SwitchboardPaths.Path[](1);
        paths[0].siblingChainSlug = GAMMA;
        paths[0].switchboardFees = 5;
        paths[0].verificationOverheadFees = 6;
        paths[0].watchers = new address[](2);
        (paths[0].watchers[0], paths[0].watchers[1]) = (vm.addr(1), vm.addr(2));
        FastSwitchboard ready = new FastSwitchboard(address(this), beta.socket, 3, paths);
        vm.assertTrue(beta.socket.capacitors__(address(ready), GAMMA) != address(0));
        (uint128 fees, uint128 overhead) = ready.getMinFees(GAMMA);
        vm.assertEq(fees, 10, "fees of two watchers");
        vm.assertEq(overhead, 6, "overhead");
        vm.assertEq(ready.totalWatchers(GAMMA), 2, "watchers");
        vm.assertEq(ready.timeoutInSeconds(), 3, "timeout");
        vm.assertEq(ready.chainSlug(), BETA, "slug");
        vm.assertEq(address(ready.socket__()), address(beta.socket));
        vm.assertEq(ready.owner(), address(this));
        vm.assertTrue(ready.hasRole(TRIP_ROLE, address(this)));
        vm.assertTrue(ready.hasRole(UN_TRIP_ROLE, address(this)));
    }
}
