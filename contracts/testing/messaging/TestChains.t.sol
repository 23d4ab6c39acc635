// SPDX-License-Identifier: MIT
// solhint-disable one-contract-per-file
pragma solidity 0.8.37;

import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {ISocket} from "../../interfaces/ISocket.sol";
import {Plug} from "../../plugs/Plug.sol";
import {vm} from "../Vm.sol";
import {SentMessages} from "./SentMessages.sol";
import {TestChains} from "./TestChains.sol";

/// @dev Remembers the chain id that `inbound` saw.
contract TestChainIdPlug is Plug {
    uint256 public seen;

    constructor(ISocket socket_, address owner_) Plug(socket_, owner_) {}

    function _inbound(uint32, bytes calldata) internal override {
        seen = block.chainid;
    }
}

contract TestChainsTest is TwoMoodyPlugs {
    function test_balances_areOnePerChain() public {
        address alice = address(0xa11ce);
        dealOn(alpha, alice, 5 ether);
        dealOn(beta, alice, 7 ether);
        vm.assertEq(alice.balance, 5 ether);
        useChain(beta);
        vm.assertEq(alice.balance, 7 ether);
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 5);
        sendAs(alice, address(here), abi.encodeCall(here.send, (beta, "hello")));
        vm.assertEq(balanceOn(alpha, alice), 5 ether - fee);
        vm.assertEq(balanceOn(beta, alice), 7 ether);
        vm.assertEq(currentSlug(), beta);
        // What an account spends on the chain that is used now is gone at once.
        useChain(alpha);
        vm.prank(alice);
        here.send{value: fee}(beta, "hello");
        vm.assertEq(balanceOn(alpha, alice), 5 ether - 2 * fee);
        vm.assertEq(balanceOn(beta, alice), 7 ether);
    }

    function test_chainId_isTheDestinationsDuringADelivery() public {
        // Its own owner connects it, and not the test.
        TestChainIdPlug plug = new TestChainIdPlug(addChain("gamma", 42, 4242).socket, address(0xb0b));
        connect(address(here), address(plug));
        useChain(alpha);
        send(address(here), abi.encodeCall(here.send, (42, "hello")));
        deliver();
        vm.assertEq(plug.seen(), 4242);
        vm.assertEq(block.chainid, alpha);
        vm.assertEq(chains().length, 3);
    }

    function test_chains_areNumbered() public {
        vm.assertEq(alpha, 41_001);
        vm.assertEq(beta, 41_002);
        vm.assertEq(chainOf(beta).chainId, 41_002);
        vm.assertEq(addChain("gamma").slug, 41_003);
    }

    function test_wrongUse_saysWhatToDo() public {
        vm.expectRevert(abi.encodeWithSelector(TestChains.NotAPlug.selector, address(this)));
        this.connect(address(here), address(this));
        vm.expectRevert(abi.encodeWithSelector(TestChains.SameChain.selector, alpha));
        this.connect(address(here), address(here));
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(7)));
        this.useChain(7);
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(8)));
        this.dealOn(8, address(here), 1);
        vm.expectRevert(abi.encodeWithSelector(TestChains.UnknownChain.selector, uint32(9)));
        this.setExecutionFees(alpha, 9, 1, 2, 3);
        vm.expectRevert(abi.encodeWithSelector(TestChains.ChainExists.selector, alpha));
        this.addChain("alpha again", alpha, 1);
        vm.expectRevert(abi.encodeWithSelector(SentMessages.UnknownMessage.selector, bytes32("none")));
        this.assertDelivered("none");
        vm.expectRevert(abi.encodeWithSelector(SentMessages.UnknownMessage.selector, bytes32(0)));
        this.lastMessage();
    }
}
