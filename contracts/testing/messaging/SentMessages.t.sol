// SPDX-License-Identifier: MIT
// solhint-disable gas-custom-errors, gas-small-strings
pragma solidity 0.8.37;

import {NaivePlug} from "../../../test/fixtures/solidity/NaivePlug.sol";
import {OddPlug} from "../../../test/fixtures/solidity/OddPlug.sol";
import {TwoMoodyPlugs} from "../../../test/fixtures/solidity/TwoMoodyPlugs.sol";
import {BridgeToken} from "../../plugs/BridgeToken.sol";
import {PingPong} from "../../plugs/PingPong.sol";
import {Plug} from "../../plugs/Plug.sol";
import {vm} from "../Vm.sol";
import {SentMessages} from "./SentMessages.sol";

contract SentMessagesTest is TwoMoodyPlugs {
    function test_send_paysExactlyTheFee() public {
        vm.deal(address(this), 1 ether);
        uint256 fee = feeOf(address(this), address(here), abi.encodeCall(here.send, (beta, "hello")));
        vm.assertEq(fee, here.minFees(beta, here.INBOUND_GAS(), 5));
        vm.assertEq(messages().length, 0);
        vm.assertEq(here.socket().globalMessageCount(), 0);
        _send("hello");
        vm.assertEq(address(this).balance, 1 ether - fee);
        vm.expectRevert(abi.encodeWithSelector(Plug.InsufficientFees.selector, fee, fee - 1));
        this.sendAs(address(this), address(here), abi.encodeCall(here.send, (beta, "hello")), fee - 1);
    }

    function test_send_revertsWithThePlugsOwnError() public {
        vm.expectRevert(abi.encodeWithSelector(Plug.NotConnected.selector, uint32(7)));
        this.send(address(here), abi.encodeCall(here.send, (7, "hello")));
        PingPong silent = new PingPong(chainOf(alpha).socket, address(this));
        vm.expectRevert(abi.encodeWithSelector(SentMessages.NothingSent.selector, address(silent)));
        this.send(address(silent), "");
        // A message that nobody has looked for yet is not the call's.
        vm.deal(address(this), 1 ether);
        here.send{value: 1 ether}(beta, "before");
        vm.expectRevert(abi.encodeWithSelector(SentMessages.NothingSent.selector, address(silent)));
        this.sendAs(address(this), address(silent), "", 0);
    }

    function test_feeOf_isWhatThePlugSaysOrWhatTheSocketAsks() public {
        bytes memory raw = abi.encodeCall(here.sendRaw, (beta, 100_000, 0, 0, "hello"));
        vm.assertEq(feeOf(address(this), address(here), raw), here.minFees(beta, 100_000, 5));
        bytes32 msgId = send(address(here), raw);
        deliver();
        assertDelivered(msgId);
        // This contract takes no refund, so only the plug itself can say the fee.
        address sender = address(new NaivePlug());
        uint256 fee = here.minFees(beta, here.INBOUND_GAS(), 5);
        vm.assertEq(feeOf(sender, address(here), abi.encodeCall(here.send, (beta, "hello"))), fee);
    }

    /// @dev The token burns and says so before it finds that the fee is missing.
    function test_feeOf_leavesNoLogs() public {
        BridgeToken token = new BridgeToken(chainOf(alpha).socket, address(this), "Token", "TKN", 5);
        token.connect(beta, address(0xbeef), chainOf(alpha).switchboard);
        bytes memory call = abi.encodeCall(token.bridge, (beta, address(0xcafe), 3));
        vm.assertEq(feeOf(address(this), address(token), call), token.minFees(beta, token.INBOUND_GAS(), 64));
        vm.assertEq(takeLogs().length, 0);
    }

    /// @dev A plug that pays from its balance costs the caller nothing, and is sent through with nothing.
    function test_feeOf_isZeroWhereThePlugPays() public {
        OddPlug odd = new OddPlug(chainOf(alpha).socket, address(this));
        odd.connect(beta, address(0xbeef), chainOf(alpha).switchboard);
        uint256 price = odd.minFees(beta, 0, 0);
        vm.deal(address(odd), 3 * price);
        vm.deal(address(this), 0);
        bytes memory call = abi.encodeCall(odd.sendFromBalance, (beta));
        vm.assertEq(feeOf(address(this), address(odd), call), 0);
        vm.assertEq(address(odd).balance, 3 * price);
        send(address(odd), call);
        vm.assertEq(address(odd).balance, 2 * price);
    }

    function test_setExecutionFees_changesThePrice() public {
        bytes memory call = abi.encodeCall(here.send, (beta, "hello"));
        uint256 fee = feeOf(address(this), address(here), call);
        setExecutionFees(alpha, beta, 2 gwei, 16 gwei, 5e12);
        vm.assertEq(feeOf(address(this), address(here), call), fee + 1 gwei * here.INBOUND_GAS());
    }

    function test_messages_ofRevertedCallsAreNone() public {
        vm.deal(address(this), 1 ether);
        try this.sendAndRevert() {} catch {}
        vm.assertEq(messages().length, 0);
        bytes32 msgId = _send("hello");
        deliver();
        assertDelivered(msgId);
    }

    function sendAndRevert() external {
        here.send{value: 1 ether}(beta, "never");
        revert("no");
    }
}
