// SPDX-License-Identifier: MIT
// solhint-disable gas-small-strings
pragma solidity 0.8.37;

import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {MoodyPlug} from "../../fixtures/MoodyPlug.sol";
import {vm} from "../Vm.sol";
import {TestChains} from "./TestChains.sol";
import {Stage} from "./TestMessage.sol";

/// @dev What a test switches on is off again afterwards: each of these has to leave the world as it was, in any order.
contract UndoneTest is TwoMoodyPlugs {
    uint32 private gamma;
    MoodyPlug private third;
    address private constant ALICE = address(0xa11ce);
    address private constant BOB = address(0xb0b);

    /// hardhat-config: fuzz.runs = 8
    function testFuzz_whatWasSwitchedOn_isOffAgain(uint256 seed) public {
        third = new MoodyPlug(addChain("gamma").socket, address(this));
        gamma = slugOf(address(third));
        connect(address(here), address(third));
        connect(address(there), address(third));
        (uint32[3] memory all, uint256 own) = ([alpha, beta, gamma], 1 ether);
        for (uint256 i = 0; i < 3; i++) {
            dealOn(all[i], ALICE, (i + 1) * 1 ether);
            dealOn(all[i], BOB, (i + 1) * 100 ether);
        }
        vm.deal(address(this), own);
        // Each at least once, beginning anywhere.
        for (uint256 i = 0; i < 12; i++) {
            uint32 from = all[(seed >> (8 * i)) % 3];
            useChain(from);
            _switch(((seed % 12) + i) % 12);
            vm.assertEq(currentSlug(), from, "the chain that is used");
            vm.assertEq(block.chainid, from, "the chain's id");
            _assertPlain();
            useChain(from);
            for (uint256 j = 0; j < 3; j++) {
                vm.assertEq(balanceOn(all[j], BOB), (j + 1) * 100 ether, "another account's balance");
                vm.assertEq(address(chainOf(all[j]).socket).balance, 0, "a socket's balance");
            }
        }
        vm.assertEq(balanceOn(gamma, ALICE), 3 ether, "a balance on a chain on which nothing was paid");
    }

    /// @dev Switches something on, sees that it is, and off.
    function _switch(uint256 which) private {
        bytes32 msgId = _sendAs(ALICE, "switched");
        if (which == 0) {
            holdAttestations(true);
            vm.assertEq(deliver(), 0);
            holdAttestations(false);
        } else if (which == 1) {
            trip(beta);
            vm.assertEq(deliver(), 0);
            untrip(beta);
        } else if (which == 2) {
            tripPath(alpha, beta);
            vm.assertEq(deliver(), 0);
            untripPath(alpha, beta);
        } else if (which == 3) {
            there.refuseAll(true);
            expectInboundRevert(MoodyPlug.InABadMood.selector);
            deliver();
            there.refuseAll(false);
        } else if (which == 4) {
            there.refuseAll(true);
            expectInboundRevert(abi.encodeWithSelector(MoodyPlug.InABadMood.selector, "switched"));
            vm.assertEq(deliverShuffled(which), 0);
            there.refuseAll(false);
        } else if (which == 5) {
            uint256 gasUsed = inboundGasOf(msgId);
            vm.assertEq(inboundGasOf(msgId), gasUsed, "gas of the same inbound");
        } else if (which == 6) {
            deliverUntil(Stage.PROPOSED);
            tripProposal(msgId);
            vm.assertEq(deliver(), 0);
            proposeAgain(msgId);
        } else if (which == 7) {
            there.refuseAll(true);
            try this.inboundGasOf(msgId) {} catch {}
            there.refuseAll(false);
        } else if (which == 8) {
            try this.sendAs(ALICE, address(here), abi.encodeCall(here.send, (7, ""))) {} catch {}
        } else if (which == 9) {
            try this.sendAs(ALICE, address(here), abi.encodeCall(here.send, (beta, "")), 1) {} catch {}
        } else if (which == 10) {
            deliverUntil(Stage.ATTESTED);
            try this.attest(msgId) {} catch {}
        } else {
            // A switchboard is no plug.
            try this.connect(chainOf(alpha).switchboard, alpha, address(there), beta) {} catch {}
        }
        vm.assertEq(deliver(), 1, "what was waiting");
        assertDelivered(msgId);
    }

    /// @dev A message of each path arrives at the first attempt, for exactly its fee, and comes from this contract.
    function _assertPlain() private {
        _assertArrives(here, there);
        _assertArrives(there, here);
        _assertArrives(here, third);
        _assertArrives(third, there);
    }

    function _assertArrives(MoodyPlug from, MoodyPlug to) private {
        uint256 received = to.received();
        uint32 slug = slugOf(address(to));
        bytes memory call = abi.encodeCall(from.send, (slug, "plain"));
        uint256 fee = from.minFees(slug, from.INBOUND_GAS(), 5);
        vm.assertEq(feeOf(address(this), address(from), call), fee, "the fee");
        bytes32 msgId = sendAs(address(this), address(from), call, fee);
        vm.assertEq(pending().length, 1, "pending");
        vm.assertEq(deliver(), 1, "delivered");
        vm.assertEq(to.received(), received + 1, "received");
        vm.assertEq(messageOf(msgId).attempts, 1, "attempts");
        vm.assertEq(messageOf(msgId).revertData, "");
    }

    function _sendAs(address sender, bytes memory payload) private returns (bytes32) {
        return sendAs(sender, address(here), abi.encodeCall(here.send, (beta, payload)));
    }

    function test_balanceOn_isTheAccountsOwnAtThisMoment() public {
        dealOn(alpha, ALICE, 5 ether);
        dealOn(beta, ALICE, 7 ether);
        useChain(alpha);
        vm.deal(ALICE, 4 ether);
        vm.assertEq(balanceOn(alpha, ALICE), 4 ether);
        useChain(beta);
        vm.deal(ALICE, 1 ether);
        vm.assertEq(balanceOn(alpha, ALICE), 4 ether);
        vm.assertEq(balanceOn(beta, ALICE), 1 ether);
        vm.deal(BOB, 2 ether);
        vm.assertEq(balanceOn(alpha, BOB), 2 ether, "an account with one balance in the whole test");
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(7)));
        this.balanceOn(7, ALICE);
    }

    /// @dev Each message is tried once, and those behind it all the same.
    function testFuzz_deliveries_endWithAMessageThatFails(uint128 seed) public {
        bytes32 rude = _send("rude");
        there.refuse("rude", true);
        _send("one");
        _send("two");
        vm.assertEq(_deliverAll(seed), 2);
        vm.assertEq(messageOf(rude).attempts, 1);
        vm.assertEq(pending().length, 1);
        there.refuse("rude", false);
        vm.assertEq(_deliverAll(uint256(seed) + 1), 1);
        vm.assertEq(messageOf(rude).attempts, 2);
    }

    /// @dev One that does not end runs out of gas.
    function _deliverAll(uint256 seed) private returns (uint256) {
        if (seed % 2 == 0) return this.deliver{gas: 50_000_000}();
        return this.deliverShuffled{gas: 50_000_000}(seed);
    }
}
